import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { startOfDay } from '../lib/startOfDay.ts';
import { lowestIdAt, timeOfId } from '../lib/uuid.ts';
import {
  DIMENSION,
  linkWords,
  projectTimes,
  projectWords,
  ROLLED_WORDS,
  SPAN,
  topWords,
} from './dimensions.ts';
import { rebuildLinkDays } from './linkDays.ts';
import { inMerge } from './inMerge.ts';
import { sealClicks } from './sealClicks.ts';

export interface Rebuilt {
  /** Rows of the ledger that were counted. */
  readonly clicks: number;
  /** Links whose merged counters were wrong. */
  readonly corrected: number;
}

/**
 * Counts everything anew from the rows that are kept, beside what retention has folded away. Readers see
 * the old numbers until the new ones are whole; writers go on, and their clicks are in both. `background` does all but
 * the sealing, which writers wait for.
 */
export async function rebuildTotals(
  db: Kysely<Database>,
  { background = db }: { readonly background?: Kysely<Database> } = {},
): Promise<Rebuilt> {
  await sealClicks(db);
  const rebuilt = await inMerge(background, { wait: true }, async (trx, { sealed }) => {
    await sql`set local work_mem = '256MB'`.execute(trx);
    const corrected = await rebuildCounters(trx, sealed);
    await rebuildLinks(trx, sealed);
    await rebuildProjects(trx, sealed);
    await rebuildVisitors(trx, sealed);
    await sql`delete from late_clicks where id < ${sealed}::uuid`.execute(trx);
    await sql`delete from late_opens where click_id < ${sealed}::uuid`.execute(trx);
    await sql`update click_merge
      set merged = sealed, merged_at = sealed_at, rebuild_needed = false`.execute(trx);
    await rebuildLinkDays(trx);
    const { rows } = await sql<{ clicks: number }>`
      select count(*) as clicks from clicks where id < ${sealed}::uuid`.execute(trx);
    return { clicks: rows[0]?.clicks ?? 0, corrected };
  });
  if (!rebuilt) throw new Error('The totals were not rebuilt');
  return rebuilt;
}

/** Replaces the counters that are not what the rows say; answers how many those were. */
async function rebuildCounters(trx: Transaction<Database>, sealed: string): Promise<number> {
  await sql`
    create temporary table right_counters on commit drop as
    select link_key, sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
           sum(bots)::bigint as bots, sum(opens)::bigint as opens,
           max(last_clicked_at) as last_clicked_at
    from (
      select link_key,
             count(*) filter (where kind = 1) as clicks,
             count(*) filter (where kind = 2) as previews,
             count(*) filter (where kind = 3) as bots,
             0 as opens,
             max(clicked_at) filter (where kind = 1) as last_clicked_at
      from clicks where id < ${sealed}::uuid group by link_key
      union all
      select link_key, 0, 0, 0, count(*), null from opens
      where click_id < ${sealed}::uuid group by link_key
      union all
      select link_key, clicks, previews, bots, opens, last_clicked_at from link_expired
    ) as parts
    group by link_key`.execute(trx);
  const { rows } = await sql<{ corrected: number }>`
    with off as materialized (
      select link_key
      from right_counters as good full join link_counters as now using (link_key)
      where (coalesce(good.clicks, 0), coalesce(good.previews, 0), coalesce(good.bots, 0),
             coalesce(good.opens, 0), good.last_clicked_at)
            is distinct from
            (coalesce(now.clicks, 0), coalesce(now.previews, 0), coalesce(now.bots, 0),
             coalesce(now.opens, 0), now.last_clicked_at)
    ), gone as (
      delete from link_counters as now using off where now.link_key = off.link_key
        and not exists (select from right_counters as good where good.link_key = off.link_key)
    ), put as (
      insert into link_counters (link_key, clicks, previews, bots, opens, last_clicked_at)
      select good.* from right_counters as good join off using (link_key)
      on conflict (link_key) do update set
        clicks = excluded.clicks, previews = excluded.previews, bots = excluded.bots,
        opens = excluded.opens, last_clicked_at = excluded.last_clicked_at
    )
    select count(*) as corrected from off`.execute(trx);
  return rows[0]?.corrected ?? 0;
}

async function rebuildLinks(trx: Transaction<Database>, sealed: string): Promise<void> {
  const kept = `(select * from clicks where id < '${sealed}')`;
  await sql`create temporary table folded on commit drop as
    select link_key, dimension, code, expired from link_totals where expired > 0`.execute(trx);
  await sql`delete from link_totals`.execute(trx);
  await sql`
    insert into link_totals (link_key, dimension, code, clicks, expired)
    select link_key, dimension, code, sum(clicks)::bigint, sum(expired)::bigint
    from (
      select link_key, dimension, code, clicks, 0 as expired from (${sql.raw(linkWords(kept))}) as kept
      union all
      select link_key, dimension, code, expired, expired from folded
    ) as parts
    group by link_key, dimension, code`.execute(trx);
  await sql`delete from link_tops`.execute(trx);
  await sql`
    insert into link_tops (link_key, device, os, browser, country)
    ${sql.raw(topWords('link_totals'))}`.execute(trx);
}

async function rebuildProjects(trx: Transaction<Database>, sealed: string): Promise<void> {
  // Days that retention has deleted rows of keep what was counted while they were there.
  await sql`
    delete from project_rollups as total
    where span = ${sql.lit(SPAN.month)} or not exists (
      select from project_retention as kept
      where kept.project_id = total.project_id and total.at < kept.kept_from
    )`.execute(trx);
  const located = `(
    select clicks.*, links.project_id, date_trunc('hour', clicked_at, 'UTC') as hour
    from clicks join links on links.key = clicks.link_key
      left join project_retention as kept on kept.project_id = links.project_id
    where clicks.id < '${sealed}' and (kept_from is null or clicked_at >= kept_from)
  )`;
  await sql`
    insert into project_rollups (project_id, dimension, span, at, code, clicks)
    with words as materialized (${sql.raw(projectWords(located))})
    select * from (${sql.raw(ROLLED_WORDS)}) as rolled where span <> ${sql.lit(SPAN.month)}
    order by 1, 2, 3, 4, 5`.execute(trx);
  // Of the days, so that a month that retention has begun to delete stays whole.
  await sql`
    insert into project_rollups (project_id, dimension, span, at, code, clicks)
    select project_id, dimension, ${sql.lit(SPAN.month)}, date_trunc('month', at, 'UTC'), code,
           sum(clicks)::bigint
    from project_rollups
    where span = ${sql.lit(SPAN.day)} and dimension <> ${sql.lit(DIMENSION.visitors)}
    group by 1, 2, 4, 5
    order by 1, 2, 4, 5`.execute(trx);
  await sql`
    delete from project_times as total
    where not exists (
      select from project_retention as kept
      where kept.project_id = total.project_id and total.at < kept.kept_from
    )`.execute(trx);
  const opened = `(
    select links.project_id, opened_at from opens join links on links.key = opens.link_key
      left join project_retention as kept on kept.project_id = links.project_id
    where click_id < '${sealed}' and (kept_from is null or opened_at >= kept_from)
  )`;
  await sql`
    insert into project_times (project_id, span, at, opens, clicks, previews, bots)
    select * from (${sql.raw(projectTimes(located, opened))}) as times
    order by 1, 2, 3`.execute(trx);
}

async function rebuildVisitors(trx: Transaction<Database>, sealed: string): Promise<void> {
  const { rows } = await sql<{ closed: Date }>`
    select date_trunc('day', now(), 'UTC') as closed`.execute(trx);
  const closed = rows[0]?.closed ?? new Date(0);
  // The day of the seal may still be running; its visitors are counted from the rows.
  const end = Math.min(closed.getTime(), startOfDay(timeOfId(sealed)));
  await sql`
    insert into project_rollups (project_id, dimension, span, at, code, clicks)
    select project_id, ${sql.lit(DIMENSION.visitors)}, ${sql.lit(SPAN.day)}, day, 0, count(*)
    from (
      select distinct links.project_id, date_trunc('day', clicked_at, 'UTC') as day, visitor
      from clicks join links on links.key = clicks.link_key
        left join project_retention as kept on kept.project_id = links.project_id
      where clicks.id < ${lowestIdAt(end)}::uuid and kind = 1 and visitor is not null
        and (kept_from is null or clicked_at >= kept_from)
    ) as seen
    group by project_id, day`.execute(trx);
  await trx
    .updateTable('click_merge')
    .set({ visitors_from: new Date(end) })
    .execute();
}
