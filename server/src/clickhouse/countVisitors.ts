import type { ClickHouse } from './ClickHouse.ts';
import { noneOf, ofScope, type RolledSource, within, withinAny } from './ClickScope.ts';

/** Distinct visitors of each UTC day, added up. `stale` are days. */
export async function countVisitors(
  ch: ClickHouse,
  { scope, rolled, stale, rows }: RolledSource,
): Promise<number> {
  const ready = rolled
    ? `(SELECT sum(visitors) FROM project_visitors FINAL
        WHERE ${ofScope(scope)} AND ${within("toDateTime(day, 'UTC')", rolled)}
          AND ${noneOf("toDateTime(day, 'UTC')", stale)})`
    : '0';
  const [row] = await ch.select<{ visitors: number }>(`
    SELECT uniqExact(toDate(at), visitor) + ${ready} AS visitors
    FROM clicks
    WHERE ${ofScope(scope)} AND ${withinAny('at', rows)} AND kind = 1 AND visitor IS NOT NULL`);
  return row?.visitors ?? 0;
}
