import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { assertNotMuchLower } from '../numbers/assertNotMuchLower.ts';
import { addCounts, COUNT_KINDS } from '../numbers/linkTotals.ts';
import type { RebuildOptions, Rebuilt } from '../numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import { rollUpDays } from './rollUpDays.ts';

/** Links of one transaction: their writers wait for it. */
const LINKS = 1_000;

/** What the rows of clicks add up to by link. */
const ROWS = sql`
  select project_number, link_key, ${COUNT_KINDS} from clicks group by project_number, link_key`;

interface Options extends RebuildOptions {
  readonly busyClicks?: number;
  /** The same as a relation, where the rows are in another store. */
  readonly readRows?: (trx: Transaction<Database>) => Promise<RawBuilder<unknown>>;
}

/**
 * Counts the lifetime numbers of all links again from the rows that are kept, beside what retention has folded away, and every day of
 * roll-ups. Rows and counters change together, so on one snapshot their difference is what is wrong; it is added to the counters as
 * they are by then. Writers go on meanwhile.
 */
export function rebuildCounters(
  db: Kysely<Database>,
  { mayLower = false, readRows, busyClicks }: Options = {},
): Promise<Rebuilt> {
  return db.connection().execute(async (connection) => {
    const rebuilt = await connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set local work_mem = '256MB'`.execute(trx);
        const rows = readRows ? await readRows(trx) : ROWS;
        await findDifferences(trx, rows);
        if (!mayLower) await checkDifferences(trx);
        return count(trx, rows);
      });
    await correctCounters(connection);
    await sql`drop table counter_differences`.execute(connection);
    await markStale(connection);
    await rollUpDays(connection, { ...(busyClicks !== undefined && { busyClicks }) });
    return rebuilt;
  });
}

/**
 * The same where a migration found that lifetime numbers cannot be trusted, and undefined elsewhere. It is done when
 * all of it is committed; a start that breaks it off leaves it to the next one.
 */
export async function healCounters(db: Kysely<Database>): Promise<Rebuilt | undefined> {
  const { recount } = await db.selectFrom('deployment').select('recount').executeTakeFirstOrThrow();
  if (!recount) return undefined;
  const rebuilt = await rebuildCounters(db, { mayLower: true });
  await db.updateTable('deployment').set({ recount: false }).execute();
  return rebuilt;
}

/** Every day that has rows, or roll-ups made of them. */
async function markStale(db: Kysely<Database>): Promise<void> {
  await sql`
    update rolled_days set stale = true where day in (
      select date_trunc('day', clicked_at, 'UTC') from clicks
      union select date_trunc('day', opened_at, 'UTC') from opens
      union select date_trunc('day', at, 'UTC') from rollups
    )`.execute(db);
}

async function count(trx: Transaction<Database>, counted: RawBuilder<unknown>): Promise<Rebuilt> {
  const { rows } = await sql<Rebuilt>`
    select (
      select coalesce(sum(clicks + previews + bots), 0)::bigint from (${counted}) as counted
    ) as clicks, (select count(*) from counter_differences) as corrected`.execute(trx);
  return rows[0] ?? { clicks: 0, corrected: 0 };
}

async function findDifferences(
  trx: Transaction<Database>,
  rows: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create temporary table counter_differences as
    with good as (
      select project_number, link_key, sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
             sum(bots)::bigint as bots, sum(opens)::bigint as opens,
             max(last_clicked_at) as last_clicked_at
      from (
        select project_number, link_key, clicks, previews, bots, last_clicked_at, 0 as opens
        from (${rows}) as counted
        union all
        select project_number, link_key, 0, 0, 0, null, count(*)
        from opens group by project_number, link_key
        union all
        select project_number, link_key, clicks, previews, bots, last_clicked_at, opens from link_expired
      ) as parts
      group by project_number, link_key
    ), compared as (
      select project_number, link_key, coalesce(good.clicks, 0) - coalesce(now.clicks, 0) as clicks,
             coalesce(good.previews, 0) - coalesce(now.previews, 0) as previews,
             coalesce(good.bots, 0) - coalesce(now.bots, 0) as bots,
             coalesce(good.opens, 0) - coalesce(now.opens, 0) as opens,
             good.last_clicked_at, now.last_clicked_at as wrong_last
      from good full join link_counters as now using (project_number, link_key)
    )
    select * from compared
    where (clicks, previews, bots, opens) <> (0, 0, 0, 0)
       or last_clicked_at is distinct from wrong_last`.execute(trx);
}

async function checkDifferences(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ before: number; change: number }>`
    select coalesce((select sum(clicks + previews + bots) from link_counters), 0)::bigint as before,
           coalesce((select sum(clicks + previews + bots) from counter_differences), 0)::bigint as change`.execute(
    trx,
  );
  const { before, change } = rows[0]!;
  assertNotMuchLower(before, before + change);
}

/** In pieces, each in the order of the links, as writers lock them. */
async function correctCounters(connection: Kysely<Database>): Promise<void> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ last: number | null }>`
      with wrong as (
        select * from counter_differences where link_key > ${after} order by link_key limit ${LINKS}
      ), corrected as (
        insert into link_counters as now
          (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
        select project_number, link_key, clicks, previews, bots, opens, last_clicked_at from wrong
        order by link_key
        on conflict (link_key) do update set
          ${sql.raw(addCounts('now'))},
          last_clicked_at = case
            when now.last_clicked_at is not distinct from (
              select wrong_last from wrong where wrong.link_key = now.link_key
            ) then excluded.last_clicked_at
            else greatest(now.last_clicked_at, excluded.last_clicked_at)
          end
      )
      select max(link_key) as last from wrong`.execute(connection);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
  }
}
