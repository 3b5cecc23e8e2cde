import { sql, type Transaction } from 'kysely';
import type { KindCounts } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import { MINUTE_MS } from '../lib/time.ts';
import type { AnalyticsSource } from './AnalyticsSource.ts';
import { TIME_SPANS } from './dimensions.ts';

const NOTHING: KindCounts = { clicks: 0, previews: 0, bots: 0, opens: 0 };

/** Facts from each of `starts` to the next one. */
export async function countTimes(
  trx: Transaction<Database>,
  { clicks, opens, ready }: AnalyticsSource,
  starts: readonly Date[],
): Promise<KindCounts[]> {
  // Counts from 1: the last of `starts` that is not after what happened.
  const { rows } = await sql<KindCounts & { readonly place: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as place, sum(opens)::bigint as opens,
           sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
           sum(bots)::bigint as bots
    from (
      select clicked_at as at, 0 as opens, (kind = 1)::integer as clicks,
             (kind = 2)::integer as previews, (kind = 3)::integer as bots
      from ${clicks} as click
      union all
      select opened_at, 1, 0, 0, 0 from ${opens} as open
      ${
        ready
          ? sql`union all
            select at, opens, clicks, previews, bots from (${ready.times(maxSpan(starts))}) as ready`
          : sql``
      }
    ) as facts
    group by 1`.execute(trx);
  const byPlace = new Map(rows.map(({ place, ...counts }) => [place, counts]));
  return starts.map((_, index) => byPlace.get(index + 1) ?? NOTHING);
}

/** The longest minutes that all these times are a multiple of. */
function maxSpan(times: readonly Date[]): (typeof TIME_SPANS)[number] {
  const fits = (minutes: number) => times.every((at) => at.getTime() % (minutes * MINUTE_MS) === 0);
  return TIME_SPANS.find(fits) ?? 15;
}
