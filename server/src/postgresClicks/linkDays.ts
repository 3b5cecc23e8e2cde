import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { clickedWithin } from './clickedWithin.ts';
import type { Database } from '../db/schema.ts';
import { COUNTED_VALUES, VALUES_OF_CLICK } from './dimensions.ts';
import { readClosedDays } from './closedDays.ts';

/** Clicks from which on a link's days are kept: reading as many rows takes a tenth of a second. */
const BUSY_CLICKS = 10_000;
const SLOT_SECONDS = 15 * 60;

/** SQL: a condition on `link_key`. */
export const EVERY_BUSY_LINK = sql<boolean>`link_key in (select link_key from busy_links)`;

/** UTC midnights. */
interface Days {
  readonly from: Date;
  readonly to: Date;
}

/** Counts whole UTC days of links from their rows and puts them in the place of what was counted before. */
export async function countLinkDays(
  trx: Transaction<Database>,
  links: RawBuilder<boolean>,
  { from, to }: Days,
): Promise<void> {
  await sql`delete from link_days where ${links} and day >= ${from} and day < ${to}`.execute(trx);
  await sql`
    with click as materialized (
      select *, date_trunc('day', clicked_at, 'UTC') as day from clicks
      where ${links} and ${clickedWithin({ from, to })}
    ), opened as (
      select project_number, link_key, opened_at, date_trunc('day', opened_at, 'UTC') as day from opens
      where ${links} and opened_at >= ${from} and opened_at < ${to}
    ), facts as (
      select project_number, link_key, day, array_agg(slot) as slots, array_agg(count) as counts from (
        select project_number, link_key, day, slot::smallint, count(*)::integer from (
          select project_number, link_key, day, ${slotOf('clicked_at')} + kind as slot from click
          union all
          select project_number, link_key, day, ${slotOf('opened_at')} from opened
        ) as each group by 1, 2, 3, 4
      ) as slots group by 1, 2, 3
    ), words as (
      select link_key, day, array_agg(word) as words, array_agg(count) as counts from (
        select link_key, day, (dimension::bigint << 32) | coalesce(code, 0) as word,
               count(*)::integer
        from click cross join lateral ${sql.raw(VALUES_OF_CLICK)}
        where ${sql.raw(COUNTED_VALUES)}
        group by 1, 2, 3
      ) as words group by 1, 2
    ), people as (
      select link_key, day, count(distinct visitor)::integer as visitors
      from click where kind = 1 group by 1, 2
    )
    insert into link_days (project_number, link_key, day, visitors, slots, slot_counts, words, word_counts)
    select project_number, link_key, day, coalesce(visitors, 0), slots, facts.counts, coalesce(words, '{}'),
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
export function valuesOfDays(linkKey: number, from: Date, to: Date): RawBuilder<unknown> {
  return sql`
    select (word >> 32)::integer as dimension, (word & 4294967295)::integer as code, clicks
    from (
      select word, sum(count) as clicks
      from link_days, unnest(words, word_counts) as each (word, count)
      where link_key = ${linkKey} and day >= ${from} and day < ${to}
      group by word
    ) as words`;
}

/** Makes one more link busy, if one has the clicks for it; one at a time keeps the transaction short. */
export async function storeBusiestLink(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ link_key: number }>`
    select link_key from link_counters
    where clicks >= ${BUSY_CLICKS}
      and not exists (select from busy_links where busy_links.link_key = link_counters.link_key)
    order by clicks desc limit 1`.execute(db);
  for (const { link_key: key } of rows) await storeLinkDays(db, key);
  return rows.length > 0;
}

/**
 * Makes a link busy, whatever its clicks: counts its closed days, which from now on are counted as they close. Days that are
 * stale at this moment stay so.
 */
export function storeLinkDays(db: Kysely<Database>, linkKey: number): Promise<void> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { until } = await readClosedDays(trx);
      await sql`
        insert into busy_links (project_number, link_key)
        select projects.number, links.key
        from links join projects on projects.id = links.project_id where links.key = ${linkKey}
        on conflict do nothing`.execute(trx);
      await countLinkDays(trx, sql`link_key = ${linkKey}`, { from: new Date(0), to: until });
    });
}

/** Chooses the busy links again by their clicks and counts all their days. */
export async function rebuildLinkDays(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`delete from busy_links`.execute(trx);
    await sql`delete from link_days`.execute(trx);
  });
  while (await storeBusiestLink(db));
}
