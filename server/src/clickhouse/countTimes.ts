import type { ClickHouse } from './ClickHouse.ts';
import { noneOf, ofScope, type RolledSource, within, withinAny } from './ClickScope.ts';

/** Clicks in a piece of time, by kind. */
export interface TimeCount {
  /** Its start, in milliseconds. */
  readonly at: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
}

/** Clicks by pieces of so many minutes (15, 30 or 60); pieces without any are missing. */
export function countTimes(
  ch: ClickHouse,
  { scope, rolled, stale, rows }: RolledSource,
  minutes: number,
): Promise<TimeCount[]> {
  const ready = rolled
    ? `UNION ALL
      SELECT toUnixTimestamp(at) AS second, clicks, previews, bots
      FROM project_times FINAL
      WHERE ${ofScope(scope)} AND ${within('at', rolled)} AND ${noneOf('toStartOfHour(at)', stale)}`
    : '';
  return ch.select<TimeCount>(`
    SELECT intDiv(second, ${minutes * 60}) * ${minutes * 60_000} AS at,
           sum(clicks) AS clicks, sum(previews) AS previews, sum(bots) AS bots
    FROM (
      SELECT toUnixTimestamp(at) AS second, countIf(kind = 1) AS clicks, countIf(kind = 2) AS previews,
             countIf(kind = 3) AS bots
      FROM clicks WHERE ${ofScope(scope)} AND ${withinAny('at', rows)} GROUP BY second
      ${ready}
    ) GROUP BY at ORDER BY at`);
}
