import { sql, type RawBuilder } from 'kysely';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';

/**
 * SQL: rows of `clicks` within a half-open time range; a missing bound is open. Both
 * columns are bounded, because they hold the same time: `id` excludes partitions, `clicked_at` is used by the
 * index by link.
 */
export function clickedWithin({ from, to }: TimeRange): RawBuilder<boolean> {
  const bounds: RawBuilder<boolean>[] = [];
  if (from) {
    bounds.push(
      sql`clicks.id >= ${lowestIdAt(from.getTime())}::uuid and clicks.clicked_at >= ${from}`,
    );
  }
  if (to) {
    bounds.push(sql`clicks.id < ${lowestIdAt(to.getTime())}::uuid and clicks.clicked_at < ${to}`);
  }
  return bounds.length === 0 ? sql<boolean>`true` : sql.join(bounds, sql` and `);
}
