import { CLICK_KIND, TIMES, VISITORS } from '../../clicks/facts/Click.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { localTable, onCluster, VIEWS } from './schema.ts';

/** SQL: what the tables of schema version 1 have counted, as rows of `rollups`. */
const FORMER = [
  ...Object.entries(CLICK_KIND).map(
    ([kind, code]) =>
      `SELECT project_id, ${TIMES}, at, '${code}', ${kind}s FROM project_times FINAL`,
  ),
  `SELECT project_id, dimension, toStartOfDay(hour), value, clicks FROM project_values FINAL`,
  `SELECT project_id, ${VISITORS}, toDateTime(day, 'UTC'), '', visitors FROM project_visitors FINAL`,
];
const TABLES = ['project_times', 'project_values', 'project_visitors', 'expired_values'];

/**
 * Takes over what schema version 1 has counted: of days whose rows are deleted there is nothing else. All other days are corrected by the
 * recount that a new view asks for. Begins again if it was broken off.
 */
export async function copyFormerRollUps(
  ch: ClickHouse,
  tables: ReadonlySet<string>,
): Promise<void> {
  const isDone = [...tables].some((name) => name.startsWith(VIEWS));
  if (isDone || !tables.has('project_times')) return;
  await ch.run(`TRUNCATE TABLE ${localTable('rollups', ch.place)}`);
  for (const select of FORMER) {
    await ch.run(`INSERT INTO rollups (project_id, dimension, start, value, count) ${select}`);
  }
}

export async function dropFormerTables(ch: ClickHouse): Promise<void> {
  const { cluster } = ch.place;
  for (const name of TABLES) {
    await ch.run(`DROP TABLE IF EXISTS ${name}${onCluster(cluster)}`);
    if (cluster !== undefined)
      await ch.run(`DROP TABLE IF EXISTS ${name}_local${onCluster(cluster)}`);
  }
}
