import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { VisitorSource } from './AnalyticsSource.ts';
import { DAY_MS } from '../lib/time.ts';
import type { BoundedRange } from '../lib/timeRange.ts';

/**
 * Distinct visitors of each UTC day, added up: the hash of a visitor changes with the day. Whole days as
 * far as they are counted, the rest from rows; so too a stale day.
 */
export async function countUnique(
  trx: Transaction<Database>,
  source: VisitorSource,
): Promise<number> {
  const { window, counted, days } = source;
  if (counted === undefined) return countRows(trx, source, [window]);
  const stale = source.stale.filter((day) => day >= counted.from && day < counted.to);
  const { rows } = await sql<{ visitors: number | null }>`
    select sum(visitors)::bigint as visitors from ${days} as counted
    where day >= ${counted.from} and day < ${counted.to}
      and day <> all (${stale}::timestamptz[])`.execute(trx);
  const rest = [
    { from: window.from, to: counted.from },
    { from: counted.to, to: window.to },
    ...stale.map((day) => ({ from: day, to: new Date(day.getTime() + DAY_MS) })),
  ];
  return (rows[0]?.visitors ?? 0) + (await countRows(trx, source, rest));
}

async function countRows(
  trx: Transaction<Database>,
  source: VisitorSource,
  parts: readonly BoundedRange[],
): Promise<number> {
  const { rows } = await sql<{ visitors: number }>`
    select count(*) as visitors from (
      select distinct (clicked_at at time zone 'UTC')::date, visitor
      from ${source.clicks(parts)} as click where kind = 1 and visitor is not null
    ) as seen`.execute(trx);
  return rows[0]?.visitors ?? 0;
}
