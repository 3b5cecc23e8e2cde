import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { clickedWithin } from '../clicks/clickedWithin.ts';
import type { Database } from '../db/schema.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import type { Plans } from '../plans/readPlans.ts';
import { retentionDaysOf } from '../plans/retention.ts';
import { deleteGoneClicks } from './deleteGoneClicks.ts';
import { linkDimensionValues } from '../clicks/dimensions.ts';
import { expireReferrers } from './expireReferrers.ts';
import { readClosedDays } from './closedDays.ts';
import { countDays } from './countDays.ts';
import { DAY_MS, startOfDay } from '../lib/time.ts';
import { isSqlstate } from '../db/sqlstates.ts';

interface ExpireOptions {
  readonly now?: Date;
}

/**
 * Deletes the clicks that plan or project no longer keep (`clickRetentionDays`), a day of a project at a time, and those
 * of deleted projects, and drops months and referrers that nobody needs. What is deleted is folded into the expired part of the lifetime
 * totals in the same transaction, so they never shrink.
 */
export async function expireClicks(
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: ExpireOptions = {},
): Promise<void> {
  await countDays(db, { now });
  const projects = await db
    .selectFrom('projects')
    .leftJoin('project_retention', 'project_retention.project_id', 'projects.id')
    .select(['projects.id', 'projects.plan', 'projects.click_retention_days'])
    .select('project_retention.kept_from')
    .execute();
  for (const project of projects) {
    const { plan, click_retention_days: clickRetentionDays } = project;
    // The catalogue has lost its plan: how long it keeps clicks is not known, and what is deleted does not come back.
    if (!plans.byId.has(plan)) continue;
    const days = retentionDaysOf(plans, { plan, clickRetentionDays });
    if (days === null) continue;
    const end = startOfDay(now.getTime()) - days * DAY_MS;
    const begin = project.kept_from?.getTime() ?? (await findFirstDay(db, project.id));
    if (begin === undefined) continue;
    for (let day = begin; day < end; day += DAY_MS) {
      if (!(await expireDay(db, project.id, day))) break;
    }
  }
  await deleteGoneClicks(db, now);
  await dropEmptyMonths(db, now);
  await expireReferrers(db, now);
}

/** The first UTC day with a click or an open, from the totals; undefined without any. */
async function findFirstDay(db: Kysely<Database>, projectId: string): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('project_times')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return at === null ? undefined : startOfDay(at.getTime());
}

/** False: its visitors are not counted yet, and could not be afterwards. */
function expireDay(db: Kysely<Database>, projectId: string, day: number): Promise<boolean> {
  const from = new Date(day);
  const to = new Date(day + DAY_MS);
  return db.transaction().execute(async (trx) => {
    const { until, stale } = await readClosedDays(trx);
    if (to > until || stale.some((each) => each.getTime() === day)) return false;
    await foldClicks(trx, projectId, { from, to });
    await foldOpens(trx, projectId, lowestIdAt(day), lowestIdAt(day + DAY_MS));
    await sql`
      delete from link_days using links
      where day = ${from} and links.key = link_key and links.project_id = ${projectId}`.execute(
      trx,
    );
    await trx
      .insertInto('project_retention')
      .values({ project_id: projectId, kept_from: to })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ kept_from: to }))
      .execute();
    return true;
  });
}

async function foldClicks(
  trx: Transaction<Database>,
  projectId: string,
  day: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from clicks using links
      where ${clickedWithin(day)}
        and links.key = clicks.link_key and links.project_id = ${projectId}
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
}

/** By the click's id alone: an app can be opened days after its click. */
async function foldOpens(
  trx: Transaction<Database>,
  projectId: string,
  low: string,
  high: string,
): Promise<void> {
  await sql`
    with gone as (
      delete from opens using links
      where opens.click_id >= ${low}::uuid and opens.click_id < ${high}::uuid
        and links.key = opens.link_key and links.project_id = ${projectId}
      returning opens.project_number, opens.link_key
    )
    insert into link_expired as total (project_number, link_key, opens)
    select project_number, link_key, count(*) from gone group by project_number, link_key
    on conflict (link_key) do update set opens = total.opens + excluded.opens`.execute(trx);
}

/** A month that is empty and long over is dropped; a click that came for it would find the default one. */
async function dropEmptyMonths(db: Kysely<Database>, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relispartition and relname ~ '^(clicks|opens)_[0-9]{4}_[0-9]{2}$'
      and relnamespace = current_schema()::regnamespace`.execute(db);
  const oldest = new Date(now.getTime() - 62 * DAY_MS).toISOString().slice(0, 7).replace('-', '_');
  for (const { name } of rows.filter((row) => row.name.slice(-7) < oldest)) {
    await dropIfEmpty(db, name).catch((error: unknown) => {
      // A reader of the month is in the way: tomorrow, then.
      if (!isSqlstate(error, 'lockNotAvailable')) throw error;
    });
  }
}

function dropIfEmpty(db: Kysely<Database>, name: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '300ms'`.execute(trx);
    const partition = sql.table(name);
    await sql`lock table ${partition} in access exclusive mode`.execute(trx);
    const found = await sql`select 1 from ${partition} limit 1`.execute(trx);
    if (found.rows.length === 0) await sql`drop table ${partition}`.execute(trx);
  });
}
