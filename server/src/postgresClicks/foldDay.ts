import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { DAY_MS } from '../lib/time.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import { clickedWithin } from './clickedWithin.ts';
import { linkDimensionValues } from './dimensions.ts';

/**
 * Deletes the clicks of a UTC day, with their opens and forwarded parameters, and adds what they counted to the expired part of
 * lifetime totals. `which` is a condition on `links`.
 */
export async function foldDay(
  trx: Transaction<Database>,
  day: Date,
  which: RawBuilder<unknown>,
): Promise<void> {
  const end = new Date(day.getTime() + DAY_MS);
  await sql`
    with gone as (
      delete from clicks using links
      where ${clickedWithin({ from: day, to: end })}
        and links.key = clicks.link_key and ${which}
      returning clicks.*
    ), forgotten as (
      delete from click_queries using gone where click_id = gone.id
    ), folded as (
      insert into link_expired as total
        (project_number, link_key, clicks, previews, bots, last_clicked_at)
      select project_number, link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
             count(*) filter (where kind = 3), max(clicked_at) filter (where kind = 1)
      from gone group by project_number, link_key
      on conflict (link_key) do update set
        clicks = total.clicks + excluded.clicks,
        previews = total.previews + excluded.previews,
        bots = total.bots + excluded.bots,
        last_clicked_at = greatest(total.last_clicked_at, excluded.last_clicked_at)
    )
    insert into link_totals as total (project_number, link_key, dimension, code, clicks, expired)
    select project_number, link_key, dimension, code, 0, clicks from (${sql.raw(linkDimensionValues('gone'))}) as dimension_values
    order by link_key, dimension, code
    on conflict on constraint link_totals_pkey
    do update set expired = total.expired + excluded.expired`.execute(trx);
  await foldOpens(trx, [lowestIdAt(day.getTime()), lowestIdAt(end.getTime())], which);
}

/** By the click's id alone: an app can be opened days after its click. */
async function foldOpens(
  trx: Transaction<Database>,
  [low, high]: readonly [string, string],
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with gone as (
      delete from opens using links
      where opens.click_id >= ${low}::uuid and opens.click_id < ${high}::uuid
        and links.key = opens.link_key and ${which}
      returning opens.project_number, opens.link_key
    )
    insert into link_expired as total (project_number, link_key, opens)
    select project_number, link_key, count(*) from gone group by project_number, link_key
    on conflict (link_key) do update set opens = total.opens + excluded.opens`.execute(trx);
}
