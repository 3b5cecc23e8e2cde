import { sql, type Kysely } from 'kysely';
import { CLICK_SOURCE, DIMENSIONS, TIMES, VISITORS } from '../../clicks/facts/Click.ts';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { correctRollUps } from '../rebuild.ts';
import { localTable } from '../connection/schema.ts';

const SOURCES = sql.raw(
  Object.keys(CLICK_SOURCE)
    .map((name) => `'${name}'`)
    .join(', '),
);
const { sources, referrers } = DIMENSIONS;

/**
 * Makes the roll-ups: those of days whose rows are deleted come from PostgreSQL's, which nothing can count again, and all others from
 * the rows that were copied.
 */
export async function copyRollUps(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  await ch.run(`TRUNCATE TABLE ${localTable('rollups', ch.place)}`);
  const projects = await db.selectFrom('project_retention').select('project_id').execute();
  for (const { project_id: id } of projects) await copyExpired(ch, db, id);
  await correctRollUps(ch, db);
}

async function copyExpired(ch: ClickHouse, db: Kysely<Database>, id: string): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    select projects.id::text, total.dimension, extract(epoch from at)::bigint, case
        when total.dimension = ${sql.lit(TIMES)} then total.code::text
        when total.dimension = ${sql.lit(VISITORS)} then ''
        when total.dimension = ${sql.lit(sources.number)} then (array[${SOURCES}])[total.code + 1]
        when total.dimension = ${sql.lit(referrers.number)} then coalesce(referrers.host, '')
        else coalesce(click_terms.term, '')
      end, sum(count)::bigint
    from rollups as total join projects on projects.number = project_number
      join project_retention on project_id = projects.id and at < kept_from
      left join click_terms on click_terms.code = total.code
      left join referrers on referrers.code = total.code
    where projects.id = ${id} and link_key = 0 and not (total.dimension = ${sql.lit(TIMES)} and total.code = 0)
    group by 1, 2, 3, 4`.execute(db);
  if (rows.length === 0) return;
  await ch.insert({
    table: 'rollups',
    columns: ['project_id', 'dimension', 'start', 'value', 'count'],
    rows: rows.map((row) => Object.values(row)),
    token: crypto.randomUUID(),
  });
}
