import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../lib/timeRange.ts';

/** SQL: whether a column's time is within a range. */
export function inRange(column: string, { from, to }: TimeRange): RawBuilder<boolean> {
  const bounds = [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${from}`] : []),
    ...(to ? [sql<boolean>`${sql.ref(column)} < ${to}`] : []),
  ];
  return bounds.length === 0 ? sql<boolean>`true` : sql.join(bounds, sql` and `);
}
