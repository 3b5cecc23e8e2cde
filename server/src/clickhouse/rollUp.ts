import type { BoundedRange } from '../lib/timeRange.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { uuidList, within } from './ClickScope.ts';
import { VALUES_OF_CLICK } from './dimensions.ts';

interface Slice {
  /** Whole hours; whole UTC days for visitors. */
  readonly range: BoundedRange;
  /** Higher than that of every earlier count of the slice. */
  readonly version: number;
  /** Projects whose rows of this time are deleted: what was counted stays. */
  readonly except: readonly string[];
}

/**
 * Counts hours of all projects from their rows and puts them in the place of what was counted before: a row that is counted no
 * more is replaced by zeros. A count that was broken off is simply made again.
 */
export async function rollUpHours(ch: ClickHouse, slice: Slice): Promise<void> {
  await rollUpTimes(ch, slice);
  await rollUpValues(ch, slice);
}

async function rollUpTimes(ch: ClickHouse, { range, version, except }: Slice): Promise<void> {
  const kept = keptOf(except);
  await ch.run(`
    INSERT INTO project_times (project_id, at, clicks, previews, bots, version)
    SELECT project_id, quarter, sum(clicked), sum(previewed), sum(by_bots), ${version}
    FROM (
      SELECT project_id, toStartOfFifteenMinutes(clicks.at) AS quarter, countIf(kind = 1) AS clicked,
             countIf(kind = 2) AS previewed, countIf(kind = 3) AS by_bots
      FROM clicks WHERE ${within('clicks.at', range)} AND ${kept} GROUP BY project_id, quarter
      UNION ALL
      SELECT project_id, project_times.at, 0, 0, 0
      FROM project_times WHERE ${within('project_times.at', range)} AND ${kept}
    ) GROUP BY project_id, quarter`);
}

async function rollUpValues(ch: ClickHouse, { range, version, except }: Slice): Promise<void> {
  const kept = keptOf(except);
  await ch.run(`
    INSERT INTO project_values (project_id, hour, dimension, value, clicks, version)
    SELECT project_id, counted_hour, dimension, counted, sum(clicked), ${version}
    FROM (
      SELECT project_id, toStartOfHour(at) AS counted_hour, pair.1 AS dimension, pair.2 AS counted, count() AS clicked
      FROM clicks ARRAY JOIN ${VALUES_OF_CLICK} AS pair
      WHERE ${within('at', range)} AND kind IN (1, 2) AND ${kept}
      GROUP BY project_id, counted_hour, dimension, counted
      UNION ALL
      SELECT project_id, hour, dimension, toString(value), 0
      FROM project_values WHERE ${within('hour', range)} AND ${kept}
    ) GROUP BY project_id, counted_hour, dimension, counted`);
}

/** The same of the distinct visitors of UTC days. */
export async function rollUpVisitors(
  ch: ClickHouse,
  { range, version, except }: Slice,
): Promise<void> {
  const kept = keptOf(except);
  await ch.run(`
    INSERT INTO project_visitors (project_id, day, visitors, version)
    SELECT project_id, counted_day, sum(seen), ${version}
    FROM (
      SELECT project_id, toDate(at) AS counted_day, uniqExact(visitor) AS seen
      FROM clicks WHERE ${within('at', range)} AND kind = 1 AND visitor IS NOT NULL AND ${kept}
      GROUP BY project_id, counted_day
      UNION ALL
      SELECT project_id, day, 0 FROM project_visitors
      WHERE ${within(`toDateTime(day, 'UTC')`, range)} AND ${kept}
    ) GROUP BY project_id, counted_day`);
}

function keptOf(except: readonly string[]): string {
  return except.length === 0 ? 'true' : `project_id NOT IN ${uuidList(except)}`;
}
