import { sql, type Kysely } from 'kysely';
import { TIMES, VISITORS } from '../../clicks/facts/Click.ts';
import type { Database } from '#platform/db/schema.ts';
import { JOIN_NAMES, NAME } from '../../postgres/reading/readWindow.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { localName, onCluster } from '../connection/schema.ts';
import { correctRollUps } from '../rebuild.ts';

/**
 * Makes the roll-ups: those of days whose rows are deleted come from PostgreSQL's, which nothing can count again, and all others from
 * the rows that were copied.
 */
export async function copyRollUps(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  await ch.run(`TRUNCATE TABLE ${localName('rollups', ch.place)}${onCluster(ch.place)}`);
  const projects = await db.selectFrom('project_retention').select('project_id').execute();
  for (const { project_id: id } of projects) await copyExpired(ch, db, id);
  await correctRollUps(ch, db);
}

async function copyExpired(ch: ClickHouse, db: Kysely<Database>, id: string): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    select projects.id::text, counted.dimension, extract(epoch from at)::bigint, case counted.dimension
        when ${sql.lit(TIMES)} then counted.code::text
        when ${sql.lit(VISITORS)} then ''
        else coalesce(${NAME}, '')
      end, sum(count)::bigint
    from rollups as counted join projects on projects.number = project_number
      join project_retention on project_id = projects.id and at < kept_from ${JOIN_NAMES}
    where projects.id = ${id} and link_key = 0
      and not (counted.dimension = ${sql.lit(TIMES)} and counted.code = 0)
    group by 1, 2, 3, 4`.execute(db);
  if (rows.length === 0) return;
  await ch.insert({
    table: 'rollups',
    columns: ['project_id', 'dimension', 'start', 'value', 'count'],
    rows: rows.map((row) => Object.values(row)),
    token: crypto.randomUUID(),
  });
}
