import type { ClickHouse } from './ClickHouse.ts';
import { noneOf, ofScope, type RolledSource, within, withinAny } from './ClickScope.ts';
import { VALUES_OF_CLICK } from './dimensions.ts';

export interface RankedValue {
  readonly dimension: number;
  /** Empty for what is not known. */
  readonly value: string;
  readonly clicks: number;
}

/**
 * The most common values of each dimension, most common first; equal ones by the alphabet, unknown last.
 */
export function rankValues(
  ch: ClickHouse,
  { scope, rolled, stale, rows }: RolledSource,
  limit: number,
): Promise<RankedValue[]> {
  const ready = rolled
    ? `UNION ALL
      SELECT dimension, toString(value), clicks FROM project_values FINAL
      WHERE ${ofScope(scope)} AND ${within('hour', rolled)} AND ${noneOf('hour', stale)}`
    : '';
  return ch.select<RankedValue>(`
    SELECT dimension, value, sum(clicks) AS clicks
    FROM (
      SELECT pair.1 AS dimension, pair.2 AS value, count() AS clicks
      FROM clicks ARRAY JOIN ${VALUES_OF_CLICK} AS pair
      WHERE ${ofScope(scope)} AND ${withinAny('at', rows)} AND kind IN (1, 2)
      GROUP BY dimension, value
      ${ready}
    )
    GROUP BY dimension, value HAVING clicks > 0
    ORDER BY dimension, clicks DESC, value = '', value
    LIMIT ${limit} BY dimension`);
}
