import type { BoundedRange } from '../lib/timeRange.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { ofScope, uuidList, uuidLiteral, within } from './ClickScope.ts';
import { ofIds } from './findClicks.ts';
import { VALUES_OF_LINK } from './dimensions.ts';
import { localTable, TABLES } from './schema.ts';

/*
 * Deletions are mutations (`ALTER TABLE … DELETE`), not lightweight deletes: those only mark rows, which then stay on the disk
 * until some later merge, and what a person or a project no longer has must be gone when the deletion has answered. A mutation
 * rewrites the parts that have such rows, which are those of a few weeks.
 */

/** Adds what a range of a project's clicks counts under to the expired values, once for each `slice`. */
export async function foldClicks(
  ch: ClickHouse,
  projectId: string,
  range: BoundedRange,
  slice: string,
): Promise<void> {
  await ch.run(
    `INSERT INTO expired_values (slice, project_id, link_key, dimension, value, clicks)
     SETTINGS insert_deduplication_token = '${slice}'
     SELECT ${uuidLiteral(slice)}, project_id, link_key, pair.1 AS dimension, pair.2 AS counted, count()
     FROM clicks ARRAY JOIN ${VALUES_OF_LINK} AS pair
     WHERE ${ofScope({ projectId })} AND ${within('at', range)} AND kind = 1 AND pair.2 != ''
     GROUP BY project_id, link_key, dimension, counted`,
  );
}

/** Clicks of a project that are to be deleted. */
interface Deletion extends BoundedRange {
  readonly projectId: string;
}

/** Deletions of one statement. */
const DELETIONS = 200;

export async function deleteRanges(ch: ClickHouse, deletions: readonly Deletion[]): Promise<void> {
  for (let start = 0; start < deletions.length; start += DELETIONS) {
    const conditions = deletions
      .slice(start, start + DELETIONS)
      .map((deletion) => `(${ofScope(deletion)} AND ${within('at', deletion)})`);
    await mutate(ch, 'clicks', `DELETE WHERE ${conditions.join(' OR ')}`);
  }
}

/** Takes the visitor hash from clicks. */
export async function eraseVisitors(ch: ClickHouse, clickIds: readonly string[]): Promise<void> {
  if (clickIds.length === 0) return;
  await mutate(ch, 'clicks', `UPDATE visitor = NULL WHERE ${ofIds(clickIds)}`);
}

/** Deletes everything of these projects, whose numbers nobody can ask for any more. */
export async function eraseProjects(ch: ClickHouse, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  for (const { name } of TABLES)
    await mutate(ch, name, `DELETE WHERE project_id IN ${uuidList(projectIds)}`);
}

function mutate(ch: ClickHouse, table: string, change: string): Promise<void> {
  return ch.run(`ALTER TABLE ${localTable(table, ch.place)} ${change}`);
}
