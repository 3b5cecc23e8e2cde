import { sql, type RawBuilder, type Transaction } from 'kysely';
import { clickedWithin } from '../clicks/clickedWithin.ts';
import type { Database } from '../db/schema.ts';
import { COUNTED_WORDS, WORDS_OF_CLICK } from './dimensions.ts';
import { readState } from './inMerge.ts';

/** Clicks from which on a link's days are kept: reading as many rows takes a tenth of a second. */
const BUSY_CLICKS = 10_000;
const SLOT_SECONDS = 15 * 60;

/** SQL: a condition on `link_key`. */
export const EVERY_BUSY_LINK = sql<boolean>`link_key in (select link_key from busy_links)`;

/** UTC midnights in milliseconds; rows from the id `below` on, and late ones, are not merged yet. */
interface Days {
  readonly from: number;
  readonly to: number;
  readonly below: string;
}

/** Counts whole UTC days of links from their rows and puts them in the place of what was counted before. */
export async function countLinkDays(
  trx: Transaction<Database>,
  links: RawBuilder<boolean>,
  { from, to, below }: Days,
): Promise<void> {
  const [low, high] = [new Date(from), new Date(to)];
  await sql`delete from link_days where ${links} and day >= ${low} and day < ${high}`.execute(trx);
  await sql`
    with click as materialized (
      select *, date_trunc('day', clicked_at, 'UTC') as day from clicks
      where ${links} and ${clickedWithin({ from: low, to: high })}
        and id < ${below}::uuid and id not in (select id from late_clicks where ${links})
    ), opened as (
      select link_key, opened_at, date_trunc('day', opened_at, 'UTC') as day from opens
      where ${links} and opened_at >= ${low} and opened_at < ${high} and click_id < ${below}::uuid
        and click_id not in (select click_id from late_opens where ${links})
    ), facts as (
      select link_key, day, array_agg(slot) as slots, array_agg(count) as counts from (
        select link_key, day, slot::smallint, count(*)::integer from (
          select link_key, day, ${slotOf('clicked_at')} + kind as slot from click
          union all
          select link_key, day, ${slotOf('opened_at')} from opened
        ) as each group by 1, 2, 3
      ) as slots group by 1, 2
    ), words as (
      select link_key, day, array_agg(word) as words, array_agg(count) as counts from (
        select link_key, day, (dimension::bigint << 32) | coalesce(code, 0) as word,
               count(*)::integer
        from click cross join lateral ${sql.raw(WORDS_OF_CLICK)}
        where ${sql.raw(COUNTED_WORDS)}
        group by 1, 2, 3
      ) as words group by 1, 2
    ), people as (
      select link_key, day, count(distinct visitor)::integer as visitors
      from click where kind = 1 group by 1, 2
    )
    insert into link_days (link_key, day, visitors, slots, slot_counts, words, word_counts)
    select link_key, day, coalesce(visitors, 0), slots, facts.counts, coalesce(words, '{}'),
           coalesce(words.counts, '{}')
    from facts left join words using (link_key, day) left join people using (link_key, day)
    order by link_key, day`.execute(trx);
}

/** SQL: the quarter of its day that a time lies in, times four. */
function slotOf(column: string): RawBuilder<number> {
  // A cast would round, and put the last half second of a quarter into the next one.
  return sql`floor(extract(epoch from ${sql.ref(column)} - day) / ${sql.lit(SLOT_SECONDS)})::integer * 4`;
}

/** SQL: facts of a link by time from its days in a window of whole days. */
export function timesOfDays(linkKey: number, from: Date, to: Date): RawBuilder<unknown> {
  const of = (kind: number) => sql`case when slot % 4 = ${sql.lit(kind)} then count else 0 end`;
  return sql`
    select day + (slot / 4) * interval '15 minutes' as at, ${of(0)} as opens, ${of(1)} as clicks,
           ${of(2)} as previews, ${of(3)} as bots
    from link_days, unnest(slots, slot_counts) as fact (slot, count)
    where link_key = ${linkKey} and day >= ${from} and day < ${to}`;
}

/** SQL: the words of such days with their counts. */
export function wordsOfDays(linkKey: number, from: Date, to: Date): RawBuilder<unknown> {
  return sql`
    select (word >> 32)::integer as dimension, (word & 4294967295)::integer as code, clicks
    from (
      select word, sum(count) as clicks
      from link_days, unnest(words, word_counts) as each (word, count)
      where link_key = ${linkKey} and day >= ${from} and day < ${to}
      group by word
    ) as words`;
}

/**
 * Makes one of these links busy, if one has the clicks for it: counts its closed days, which from now on are
 * counted as they close. One a time keeps the merge short.
 */
export async function keepBusyLink(
  trx: Transaction<Database>,
  links: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ link_key: number }>`
    select link_key from link_counters
    where link_key = any(${`{${links.join(',')}}`}::integer[]) and clicks >= ${BUSY_CLICKS}
      and not exists (select from busy_links where busy_links.link_key = link_counters.link_key)
    order by clicks desc limit 1`.execute(trx);
  for (const { link_key: key } of rows) await keepDays(trx, key);
}

/** Makes a link busy, whatever its clicks. */
export async function keepDays(trx: Transaction<Database>, linkKey: number): Promise<void> {
  const { merged, visitorsFrom } = await readState(trx);
  await trx
    .insertInto('busy_links')
    .values({ link_key: linkKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const days = { from: 0, to: visitorsFrom.getTime(), below: merged };
  await countLinkDays(trx, sql`link_key = ${linkKey}`, days);
}

/** Chooses the busy links anew by their clicks and counts all their days. */
export async function rebuildLinkDays(trx: Transaction<Database>): Promise<void> {
  await sql`delete from busy_links`.execute(trx);
  await sql`delete from link_days`.execute(trx);
  const { rows } = await sql<{ link_key: number }>`
    select link_key from link_counters where clicks >= ${BUSY_CLICKS}`.execute(trx);
  for (const { link_key: key } of rows) await keepDays(trx, key);
}
