import type { Analytics } from '@fairlead/contract/operations/analytics';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { AnalyticsSource } from './AnalyticsSource.ts';
import { COUNTED_VALUES, DIMENSION, VALUES_OF_CLICK } from './dimensions.ts';

type TopValues = Analytics['topValues'];

interface Ranked {
  readonly dimension: number;
  readonly name: string | null;
  readonly clicks: number;
}

const LISTS: readonly (readonly [keyof TopValues, number])[] = [
  ['devices', DIMENSION.device],
  ['systems', DIMENSION.os],
  ['browsers', DIMENSION.browser],
  ['countries', DIMENSION.country],
  ['apps', DIMENSION.app],
  ['referrers', DIMENSION.referrer],
  ['sources', DIMENSION.source],
  ['crawlers', DIMENSION.crawler],
];

const SOURCE = sql.lit(DIMENSION.source);
const REFERRER = sql.lit(DIMENSION.referrer);

/**
 * The most common values of each dimension among clicks of people, and the crawlers among previews; equal
 * ones by name, unknown last.
 */
export async function rankValues(
  trx: Transaction<Database>,
  { clicks, ready }: AnalyticsSource,
  limit: number,
): Promise<TopValues> {
  const { rows } = await sql<Ranked>`
    with raw as (
      select dimension, code, count(*) as clicks
      from ${clicks} as click cross join lateral ${sql.raw(VALUES_OF_CLICK)}
      where ${sql.raw(COUNTED_VALUES)}
      group by dimension, code
    ), counted as (
      select dimension, coalesce(code, 0) as code, sum(clicks)::bigint as clicks
      from (select * from raw ${ready ? sql`union all ${ready.values}` : sql``}) as parts
      group by 1, 2
    ), named as (
      select counted.dimension, sum(clicks)::bigint as clicks, case
          when counted.dimension = ${SOURCE} then (array['link', 'qr', 'app'])[counted.code + 1]
          when counted.dimension = ${REFERRER} then referrers.host
          else click_terms.term
        end as name
      from counted
        left join click_terms
          on counted.dimension not in (${REFERRER}, ${SOURCE}) and click_terms.code = counted.code
        left join referrers
          on counted.dimension = ${REFERRER} and referrers.code = counted.code
      -- Several codes can have one name, or none any more.
      group by 1, 3
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
  return Object.fromEntries(LISTS.map(([name, dimension]) => [name, list(dimension)])) as TopValues;
}
