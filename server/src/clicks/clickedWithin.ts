import { sql, type RawBuilder } from 'kysely';
import { lowestIdAt } from '../lib/uuid.ts';
import type { TimeRange } from '../lib/timeRange.ts';

/**
 * SQL: rows of `clicks` of a half-open time; an absent bound is open, and one at least is given. Both columns are
 * bounded, for they are the same time: `id` leaves out partitions, `clicked_at` is what the index by link goes by.
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
  return sql.join(bounds, sql` and `);
}
