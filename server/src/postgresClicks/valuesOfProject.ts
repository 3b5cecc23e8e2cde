import { sql, type RawBuilder } from 'kysely';
import { DIMENSION, SPAN } from './dimensions.ts';
import { DAY_MS } from '../lib/time.ts';
import type { BoundedRange } from '../lib/timeRange.ts';

/** All but the visitors. */
const RANKED_DIMENSIONS = `{${Object.values(DIMENSION)
  .filter((dimension) => dimension !== DIMENSION.visitors)
  .join(',')}}`;

/** SQL: whole months where the window has them, whole days around them, hours around those. */
export function valuesOfProject(
  projectId: string,
  { from, to }: BoundedRange,
): RawBuilder<unknown> {
  const part = (span: number, bounds: BoundedRange) => sql`
    select dimension::integer, code, clicks from project_rollups
    where project_id = ${projectId} and dimension = any(${RANKED_DIMENSIONS}::smallint[])
      and span = ${sql.lit(span)} and at >= ${bounds.from} and at < ${bounds.to}`;
  const parts: RawBuilder<unknown>[] = [];
  const days = inside({ from, to }, nextDay, lastDay);
  const months = inside(days, nextMonth, lastMonth);
  for (const [span, outer, inner] of [
    [SPAN.hour, { from, to }, days],
    [SPAN.day, days, months],
  ] as const) {
    parts.push(part(span, { from: outer.from, to: inner.from }));
    parts.push(part(span, { from: inner.to, to: outer.to }));
  }
  return sql.join([...parts, part(SPAN.month, months)], sql` union all `);
}

type Round = (date: Date) => number;
const nextDay: Round = (date) => Math.ceil(date.getTime() / DAY_MS) * DAY_MS;
const lastDay: Round = (date) => Math.floor(date.getTime() / DAY_MS) * DAY_MS;
const lastMonth: Round = (date) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
const nextMonth: Round = (date) =>
  lastMonth(date) === date.getTime()
    ? date.getTime()
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);

/** What a window holds in full; where that is nothing, an empty one at its end. */
function inside({ from, to }: BoundedRange, next: Round, last: Round): BoundedRange {
  const bounds = { from: new Date(next(from)), to: new Date(last(to)) };
  return bounds.from < bounds.to ? bounds : { from: to, to };
}
