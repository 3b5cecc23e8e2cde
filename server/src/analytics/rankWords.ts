import type { Analytics } from '@fairlead/contract/operations/analytics';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { ClickSource } from './ClickSource.ts';
import { DIMENSION, SPAN } from './dimensions.ts';

type Tops = Analytics['tops'];

interface Ranked {
  readonly dimension: number;
  readonly name: string | null;
  readonly clicks: number;
}

const DAY_MS = 24 * 3600 * 1000;
const LISTS: readonly (readonly [keyof Tops, number])[] = [
  ['devices', DIMENSION.device],
  ['systems', DIMENSION.os],
  ['browsers', DIMENSION.browser],
  ['countries', DIMENSION.country],
  ['apps', DIMENSION.app],
  ['referrers', DIMENSION.referrer],
  ['sources', DIMENSION.source],
];

/** The most common words of each dimension among clicks of people; equal ones by name, unknown last. */
export async function rankWords(
  trx: Transaction<Database>,
  { clicks, rolled }: ClickSource,
  limit: number,
): Promise<Tops> {
  const { rows } = await sql<Ranked>`
    with raw as (
      select dimension, code, count(*) as clicks
      from ${clicks} as click cross join lateral (values
        (1, device::integer), (2, os::integer), (3, browser::integer), (4, country::integer),
        (5, app::integer), (6, referrer), (7, source::integer)
      ) as word (dimension, code)
      where kind = 1
      group by dimension, code
    ), counted as (
      select dimension, coalesce(code, 0) as code, sum(clicks)::bigint as clicks
      from (select * from raw ${rolled ? sql`union all ${rollups(rolled)}` : sql``}) as parts
      group by 1, 2
    ), named as (
      select counted.dimension, clicks, case
          when counted.dimension = 7 then (array['link', 'qr', 'app'])[counted.code + 1]
          when counted.dimension = 6 then referrers.host
          else click_terms.term
        end as name
      from counted
        left join click_terms on counted.dimension < 6 and click_terms.code = counted.code
        left join referrers on counted.dimension = 6 and referrers.code = counted.code
    ), ranked as (
      select *, row_number() over (
        partition by dimension order by clicks desc, name collate "C" nulls last
      ) as place
      from named
    )
    select dimension, name, clicks from ranked where place <= ${limit}
    order by dimension, place`.execute(trx);
  const list = (dimension: number) =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ name, clicks: count }) => ({ name, clicks: count }));
  return Object.fromEntries(LISTS.map(([name, dimension]) => [name, list(dimension)])) as Tops;
}

/** SQL: whole days where the window has them, hours around them. */
function rollups({ projectId, from, to }: NonNullable<ClickSource['rolled']>): RawBuilder<unknown> {
  const first = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const last = Math.floor(to.getTime() / DAY_MS) * DAY_MS;
  const days = first < last ? { from: first, to: last } : { from: to.getTime(), to: to.getTime() };
  const part = (span: number, low: number, high: number) => sql`
    select dimension::integer, code, clicks from project_rollups
    where project_id = ${projectId} and dimension between 1 and 7 and span = ${sql.lit(span)}
      and at >= ${new Date(low)} and at < ${new Date(high)}`;
  return sql.join(
    [
      part(SPAN.hour, from.getTime(), days.from),
      part(SPAN.day, days.from, days.to),
      part(SPAN.hour, days.to, to.getTime()),
    ],
    sql` union all `,
  );
}
