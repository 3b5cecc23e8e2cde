import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ClickHouse } from '../ClickHouse.ts';
import { copyPart, type Part } from './copyPart.ts';

/** What is left of clicks that retention has deleted: it cannot be counted again. */
interface Copied {
  readonly part: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL: rows of the columns as text, for one project. */
  readonly select: (projectId: string) => ReturnType<typeof sql>;
}

/** Of what `fairlead clicks move` has folded; never one of a deletion. */
const SLICE = '00000000-0000-7000-8000-000000000001';

const VALUE = sql`coalesce(case
  when total.dimension = 7 then (array['link', 'qr', 'app'])[total.code + 1]
  when total.dimension = 6 then referrers.host
  else click_terms.term
end, '')`;
const VALUES = sql`
  left join click_terms on total.dimension not in (6, 7) and click_terms.code = total.code
  left join referrers on total.dimension = 6 and referrers.code = total.code`;

const PARTS: readonly Copied[] = [
  {
    part: 'expired values of links',
    table: 'expired_values',
    columns: ['slice', 'project_id', 'link_key', 'dimension', 'value', 'clicks'],
    select: (projectId) => sql`
      select ${SLICE}::text, projects.id::text, link_key, total.dimension, ${VALUE}, sum(expired)::bigint
      from link_totals as total join projects on projects.number = project_number ${VALUES}
      where projects.id = ${projectId} and expired > 0
      group by 2, 3, 4, 5 order by 3, 4, 5`,
  },
  {
    part: 'expired times',
    table: 'project_times',
    columns: ['project_id', 'at', 'clicks', 'previews', 'bots', 'version'],
    select: (projectId) => sql`
      select project_id::text, extract(epoch from at)::bigint, clicks, previews, bots, 0
      from project_times join project_retention using (project_id)
      where project_id = ${projectId} and span = 15 and at < kept_from
        and clicks + previews + bots > 0
      order by at`,
  },
  {
    part: 'expired values',
    table: 'project_values',
    columns: ['project_id', 'hour', 'dimension', 'value', 'clicks', 'version'],
    select: (projectId) => sql`
      select total.project_id::text, extract(epoch from at)::bigint, total.dimension, ${VALUE},
             sum(clicks)::bigint, 0
      from project_rollups as total join project_retention as kept using (project_id) ${VALUES}
      where total.project_id = ${projectId} and span = 60 and total.dimension <> 8 and at < kept_from
      group by 1, 2, 3, 4 order by 2, 3, 4`,
  },
  {
    part: 'expired visitors',
    table: 'project_visitors',
    columns: ['project_id', 'day', 'visitors', 'version'],
    select: (projectId) => sql`
      select project_id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD'), clicks, 0
      from project_rollups join project_retention using (project_id)
      where project_id = ${projectId} and dimension = 8 and at < kept_from
      order by at`,
  },
];

/** Copies them a project at a time. */
export async function copyExpired(
  ch: ClickHouse,
  db: Kysely<Database>,
  onProgress: (part: Part) => void,
): Promise<void> {
  for (const { part, table, columns, select } of PARTS) {
    await copyPart(db, part, onProgress, async (position) => {
      const { rows: next } = await sql<{ id: string }>`
        select id::text from projects where id::text > ${position} order by id::text limit 1`.execute(
        db,
      );
      const id = next[0]?.id;
      if (id === undefined) return { position: null, rows: 0 };
      const { rows } = await select(id).execute(db);
      const values = rows.map((row) => Object.values(row as object));
      if (values.length > 0) {
        await ch.insert({ table, columns, rows: values, token: `move:${table}:${id}` });
      }
      return { position: id, rows: rows.length };
    });
  }
}
