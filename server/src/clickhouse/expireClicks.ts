import { sql, type Kysely, type Transaction } from 'kysely';
import { listRetention } from '../clicks/listRetention.ts';
import type { Database } from '../db/schema.ts';
import { DAY_MS, startOfDay } from '../lib/time.ts';
import { lowestIdAt, newId } from '../lib/uuid.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { within } from './ClickScope.ts';
import { streamLinkCounts } from './countLinks.ts';
import { deleteRanges, eraseProjects, foldClicks } from './deleteClicks.ts';
import { maintainSlices } from './maintainSlices.ts';
import { type PendingDeletion, readPending } from './pending.ts';
import { type ClosedSlices, readClosedSlices } from './slices.ts';

/**
 * Deletes the clicks that plan or project no longer keep, and those of deleted projects. What is deleted is folded into the expired
 * part of lifetime numbers first. Each step is noted in PostgreSQL, so that one that was broken off is finished the next time.
 */
export async function expireClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<void> {
  await maintainSlices(ch, db, { now });
  await finishPending(ch, db);
  const closed = await readClosedSlices(db);
  for (const { projectId, keptFrom, end } of await listRetention(db, plans, now)) {
    // Before `keptFrom` there is only what came late, from a journal that was away for long.
    const from = (await findFirstDay(ch, projectId, keptFrom)) ?? keptFrom;
    if (from === null) continue;
    const counted = endOfCounted(closed, keptFrom ?? from, end);
    const to = keptFrom !== null && keptFrom > counted ? keptFrom : counted;
    if (to <= from) continue;
    await db
      .insertInto('expiring_clicks')
      .values({ slice: newId(), project_id: projectId, from_at: from, to_at: to })
      .execute();
  }
  await finishPending(ch, db);
  await deleteGoneProjects(ch, db, now);
}

/** The first day with a click of the project, of those before `end`. */
async function findFirstDay(
  ch: ClickHouse,
  projectId: string,
  end: Date | null,
): Promise<Date | undefined> {
  const range = end === null ? '' : ` AND ${within('at', { from: new Date(0), to: end })}`;
  const [row] = await ch.select<{ first: number; clicks: number }>(
    `SELECT toUnixTimestamp64Milli(min(at)) AS first, count() AS clicks FROM clicks
     WHERE project_id = {project:UUID}${range}`,
    { project: projectId },
  );
  return row === undefined || row.clicks === 0 ? undefined : new Date(startOfDay(row.first));
}

/** Up to where every day is counted, as deleted rows cannot be counted again. */
function endOfCounted(closed: ClosedSlices, from: Date, end: Date): Date {
  const last = Math.min(end.getTime(), startOfDay(closed.until.getTime()));
  const stale = [...closed.stale('hour'), ...closed.stale('day')]
    .map((at) => startOfDay(at.getTime()))
    .filter((day) => day >= from.getTime());
  return new Date(Math.min(last, ...stale));
}

async function finishPending(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  const pending = await readPending(db);
  for (const deletion of pending) if (!deletion.folded) await fold(ch, db, deletion);
  if (pending.length === 0) return;
  await deleteRanges(ch, pending);
  await db
    .deleteFrom('expiring_clicks')
    .where(
      'slice',
      'in',
      pending.map(({ slice }) => slice),
    )
    .execute();
}

/** From the commit on the rows count as deleted, whether they are there or not. */
async function fold(
  ch: ClickHouse,
  db: Kysely<Database>,
  deletion: PendingDeletion,
): Promise<void> {
  const { slice, projectId, from, to } = deletion;
  await foldClicks(ch, projectId, { from, to }, slice);
  const groups = streamLinkCounts(ch, { projectId, range: { from, to } });
  const counts = (await Array.fromAsync(groups)).flat();
  await db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('expiring_clicks')
      .set({ folded: true })
      .where('slice', '=', slice)
      .where('folded', '=', false)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) return;
    await sql`
      insert into link_expired as total (project_number, link_key, clicks, previews, bots, last_clicked_at)
      select projects.number, link_key, clicks, previews, bots, nullif(last, 'epoch')
      from unnest(
        ${counts.map(({ key }) => key)}::bigint[], ${counts.map(({ clicks }) => clicks)}::bigint[],
        ${counts.map(({ previews }) => previews)}::bigint[], ${counts.map(({ bots }) => bots)}::bigint[],
        ${counts.map(({ lastClickedAt }) => new Date(lastClickedAt))}::timestamptz[]
      ) as gone (link_key, clicks, previews, bots, last)
        join projects on projects.id = ${projectId}
      order by link_key
      on conflict (link_key) do update set
        clicks = total.clicks + excluded.clicks,
        previews = total.previews + excluded.previews,
        bots = total.bots + excluded.bots,
        last_clicked_at = greatest(total.last_clicked_at, excluded.last_clicked_at)`.execute(trx);
    await foldOpens(trx, projectId, from, to);
    await sql`
      insert into project_retention (project_id, kept_from)
      select id, ${to} from projects where id = ${projectId}
      on conflict (project_id) do update set kept_from = excluded.kept_from`.execute(trx);
  });
}

/** By the click's id alone: an app can be opened days after its click. */
async function foldOpens(
  trx: Transaction<Database>,
  projectId: string,
  from: Date,
  to: Date,
): Promise<void> {
  const [low, high] = [lowestIdAt(from.getTime()), lowestIdAt(to.getTime())];
  await sql`
    with gone as (
      delete from opens using links
      where opens.click_id >= ${low}::uuid and opens.click_id < ${high}::uuid
        and links.key = opens.link_key and links.project_id = ${projectId}
      returning opens.project_number, opens.link_key
    ), forgotten as (
      delete from click_queries using links, click_signals
      where click_queries.click_id >= ${low}::uuid and click_queries.click_id < ${high}::uuid
        and click_signals.click_id = click_queries.click_id
        and links.key = click_signals.link_key and links.project_id = ${projectId}
    )
    insert into link_expired as total (project_number, link_key, opens)
    select project_number, link_key, count(*) from gone group by project_number, link_key
    on conflict (link_key) do update set opens = total.opens + excluded.opens`.execute(trx);
}

/** A process that had not heard of the deletion may have stored a click after it: this is done every night. */
async function deleteGoneProjects(ch: ClickHouse, db: Kysely<Database>, now: Date): Promise<void> {
  const rows = await ch.select<{ id: string }>(
    `SELECT DISTINCT toString(project_id) AS id FROM (
       SELECT DISTINCT project_id FROM clicks UNION ALL SELECT DISTINCT project_id FROM project_times)`,
  );
  const ids = rows.map(({ id }) => id);
  const { rows: gone } = await sql<{ id: string }>`
    select id::text from unnest(${ids}::uuid[]) as stored (id)
    where not exists (select from projects where projects.id = stored.id)`.execute(db);
  await eraseProjects(
    ch,
    gone.map(({ id }) => id),
  );
  await sql`delete from opens where link_key in (select link_key from gone_links)`.execute(db);
  await sql`delete from gone_links where gone_at < ${new Date(now.getTime() - DAY_MS / 24)}`.execute(
    db,
  );
}
