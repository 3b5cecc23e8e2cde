import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { closeDays } from './closeDays.ts';
import { timeOfId } from '../lib/uuid.ts';
import { linkWords, projectTimes, projectWords, ROLLED_WORDS, topWords } from './dimensions.ts';
import { inMerge, type MergeState } from './inMerge.ts';
import { keepBusyLink } from './linkDays.ts';
import { sealClicks } from './sealClicks.ts';

/** Clicks a transaction; more would keep its rows locked for long. */
const MOST_CLICKS = 200_000;

interface MergeOptions {
  /** Moves the totals, which nobody waits for; writers wait for the seal, so that is no work for it. */
  readonly background?: Kysely<Database>;
  readonly stop?: AbortSignal;
}

/**
 * Brings link counters, totals and project roll-ups up to a moment ago, each row exactly once whatever fails in
 * between. Any number of processes may call it; one at a time works, the others return at once.
 */
export async function mergeClicks(
  db: Kysely<Database>,
  { background = db, stop }: MergeOptions = {},
): Promise<void> {
  await sealClicks(db);
  for (;;) {
    const whole = await inMerge(background, { wait: false }, mergePart);
    if (whole !== false || stop?.aborted === true) return;
  }
}

/** Merges what lies between `merged` and the seal, or the first part of it: then false. */
async function mergePart(trx: Transaction<Database>, state: MergeState): Promise<boolean> {
  const { rows: ends } = await sql<{ id: string }>`
    select id from clicks where id >= ${state.merged}::uuid and id < ${state.sealed}::uuid
    order by id offset ${MOST_CLICKS} limit 1`.execute(trx);
  const upTo = ends[0]?.id ?? state.sealed;
  const { rows } = await mergeRows(trx, state, upTo);
  const merged = rows[0];
  if (merged && merged.links.length > 0) await refreshTops(trx, merged.links);
  await trx
    .updateTable('click_merge')
    .set({ merged: upTo, merged_at: new Date(timeOfId(upTo)) })
    .execute();
  await closeDays(trx, { ...state, merged: upTo }, merged?.late_days ?? []);
  if (merged && merged.links.length > 0) await keepBusyLink(trx, merged.links);
  return upTo === state.sealed;
}

interface Merged {
  /** Keys of the links whose totals moved. */
  readonly links: readonly number[];
  /** Closed UTC days that clicks or opens came to late. */
  readonly late_days: readonly Date[];
}

/**
 * One statement, so one snapshot: a late row below `from` is counted from the late table, one between
 * the bounds from the ledger, where the same snapshot sees it; what commits later stays for the next time.
 */
function mergeRows(
  trx: Transaction<Database>,
  { merged: from, visitorsFrom: closed }: MergeState,
  upTo: string,
) {
  return sql<Merged>`
    with late as (
      delete from late_clicks where id < ${upTo}::uuid returning *
    ), late_opened as (
      delete from late_opens where click_id < ${upTo}::uuid returning *
    ), batch as materialized (
      select * from clicks where id >= ${from}::uuid and id < ${upTo}::uuid
      union all
      select * from late where id < ${from}::uuid
    ), located as materialized (
      select batch.*, links.project_id,
             date_trunc('hour', batch.clicked_at, 'UTC') as hour
      from batch join links on links.key = batch.link_key
    ), opened as materialized (
      select link_key, opened_at, project_id from (
        select link_key, opened_at from opens
        where click_id >= ${from}::uuid and click_id < ${upTo}::uuid
        union all
        select link_key, opened_at from late_opened where click_id < ${from}::uuid
      ) as each join links on links.key = link_key
    ), words as materialized (${sql.raw(projectWords('located'))}
    ), added_times as (
      insert into project_times as total (project_id, span, at, opens, clicks, previews, bots)
      ${sql.raw(projectTimes('located', 'opened'))}
      on conflict on constraint project_times_pkey do update set
        opens = total.opens + excluded.opens,
        clicks = total.clicks + excluded.clicks,
        previews = total.previews + excluded.previews,
        bots = total.bots + excluded.bots
    ), added_counters as (
      insert into link_counters as counter
        (link_key, clicks, previews, bots, opens, last_clicked_at)
      select link_key, count(*) filter (where kind = 1), count(*) filter (where kind = 2),
             count(*) filter (where kind = 3), count(*) filter (where kind = 0),
             max(clicked_at) filter (where kind = 1)
      from (
        select link_key, kind, clicked_at from batch
        union all
        select link_key, 0, null from opened
      ) as facts
      group by link_key
      on conflict (link_key) do update set
        clicks = counter.clicks + excluded.clicks,
        previews = counter.previews + excluded.previews,
        bots = counter.bots + excluded.bots,
        opens = counter.opens + excluded.opens,
        last_clicked_at = greatest(counter.last_clicked_at, excluded.last_clicked_at)
    ), added_rollups as (
      insert into project_rollups as total (project_id, dimension, span, at, code, clicks)
      ${sql.raw(ROLLED_WORDS)}
      on conflict on constraint project_rollups_pkey
      do update set clicks = total.clicks + excluded.clicks
    ), added_totals as (
      insert into link_totals as total (link_key, dimension, code, clicks)
      ${sql.raw(linkWords('batch'))}
      on conflict on constraint link_totals_pkey
      do update set clicks = total.clicks + excluded.clicks
      returning link_key
    )
    select coalesce((select array_agg(distinct link_key) from added_totals), '{}') as links,
           array(
             select date_trunc('day', clicked_at, 'UTC') from late where id < ${from}::uuid
             union
             select date_trunc('day', opened_at, 'UTC') from opened where opened_at < ${closed}
           ) as late_days`.execute(trx);
}

async function refreshTops(trx: Transaction<Database>, links: readonly number[]): Promise<void> {
  await sql`
    insert into link_tops (link_key, device, os, browser, country)
    ${sql.raw(topWords(`(select * from link_totals where link_key = any('{${links.join(',')}}'))`))}
    on conflict (link_key) do update set
      device = excluded.device, os = excluded.os, browser = excluded.browser,
      country = excluded.country`.execute(trx);
}
