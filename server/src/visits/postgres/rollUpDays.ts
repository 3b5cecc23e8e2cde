import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { STORED, TIMES, VISITORS } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { inRange } from '#platform/db/inRange.ts';
import { eachApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import { isSqlstate } from '#platform/db/sqlstates.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { clickedWithin } from './reading/clickedWithin.ts';
import { countQuarters, countValues, IS_VISITOR } from './countFacts.ts';
import { foldRows } from './reading/foldRows.ts';

/** Clicks of a link from which on its days are rolled up too: so many rows are read in a tenth of a second. */
const BUSY_CLICKS = 50_000;

interface RollUpOptions {
  readonly now?: Date;
  readonly stop?: AbortSignal;
  /** Default: `BUSY_CLICKS`. */
  readonly busyClicks?: number;
}

/**
 * Counts the UTC days that are over, of projects and of busy links, and again those to which something came late. Any number of
 * processes may do it.
 */
export async function rollUpDays(
  db: Kysely<Database>,
  { now = new Date(), stop, busyClicks = BUSY_CLICKS }: RollUpOptions = {},
): Promise<void> {
  await closeDays(db, now);
  const days = await db
    .selectFrom('rolled_days')
    .select('day')
    .where('stale', '=', true)
    .orderBy('day', 'desc')
    .execute();
  await eachApart(days, {
    nameOf: ({ day }) => day.toISOString().slice(0, 10),
    async work({ day }) {
      if (stop?.aborted === true) return;
      await rollUpDay(db, day, busyClicks);
      await nextTurn();
    },
  });
}

/** Says of days that they are over: whoever adds rows to them from now on marks them stale (`note_days`). */
async function closeDays(db: Kysely<Database>, now: Date): Promise<void> {
  const today = startOfDay(now.getTime());
  const { first, last } = await db
    .selectFrom('rolled_days')
    .select(({ fn }) => [fn.min('day').as('first'), fn.max('day').as('last')])
    .executeTakeFirstOrThrow();
  const from = await findFirstDay(db);
  const isClosed =
    first !== null && last !== null && first.getTime() <= from && last.getTime() >= today - DAY_MS;
  if (from >= today || isClosed) return;
  await db.transaction().execute(async (trx) => {
    // Writers share this lock: those that did not see the days closed have committed.
    await sql`select pg_advisory_xact_lock(hashtextextended('fairlead rolled days', 0))`.execute(
      trx,
    );
    await sql`
      insert into rolled_days (day)
      select generate_series(${new Date(from)}::timestamptz, ${new Date(today - DAY_MS)}::timestamptz, '24 hours')
      on conflict do nothing`.execute(trx);
  });
}

/** UTC midnight before the first row, or from which a project has its rows; of tomorrow without any. */
async function findFirstDay(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ id: string | null; at: Date | null }>`
    (select id, null::timestamptz as at from clicks order by id limit 1)
    union all (select click_id, null from opens order by click_id limit 1)
    union all select null, min(kept_from) from project_retention`.execute(db);
  const times = rows.flatMap(({ id, at }) => (id ? [timeOfId(id)] : at ? [at.getTime()] : []));
  return startOfDay(Math.min(...times, Date.now() + DAY_MS));
}

/**
 * Counts a day on one snapshot, in the place of what was counted before. Whoever adds rows at this moment marks the day after this,
 * or this fails and the day stays stale until the next time. Of a project that has deleted its rows of the day, only late ones can be
 * there: they are added to what was counted, and deleted.
 */
async function rollUpDay(db: Kysely<Database>, day: Date, busyClicks: number): Promise<void> {
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        // What another process is counting is left to it.
        const { numUpdatedRows } = await trx
          .updateTable('rolled_days')
          .set({ stale: false })
          .where('day', '=', (free) =>
            free
              .selectFrom('rolled_days')
              .select('day')
              .where('day', '=', day)
              .where('stale', '=', true)
              .forUpdate()
              .skipLocked(),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n || !(await hasFacts(trx, day))) return;
        await sql`
          delete from rollups where at >= ${day} and at < ${endOf(day)} and not ${hasExpired(day)}`.execute(
          trx,
        );
        await addCounts(trx, day, busyClicks);
        await foldRows(trx, day, hasExpired(day));
      });
  } catch (error) {
    // A project may have been deleted meanwhile, too.
    if (!isSqlstate(error, 'serializationFailure', 'foreignKeyViolation')) throw error;
  }
}

/** Most days of a new database, and of one that is tested, are empty. */
async function hasFacts(trx: Transaction<Database>, day: Date): Promise<boolean> {
  const range = { from: day, to: endOf(day) };
  const { rows } = await sql`
    (select from clicks where ${clickedWithin(range)} limit 1)
    union all (select from opens where ${inRange('opened_at', range)} limit 1)
    union all (select from rollups where ${inRange('at', range)} limit 1)`.execute(trx);
  return rows.length > 0;
}

/** SQL: the row's project has deleted its rows of the day. */
const hasExpired = (day: Date) => sql<boolean>`project_number in (
  select number from project_retention join projects on projects.id = project_id where kept_from > ${day}
)`;

/** Adds what the rows of a day count to the roll-ups of their projects and, of busy links, to their own. */
async function addCounts(trx: Transaction<Database>, day: Date, busyClicks: number): Promise<void> {
  const to = endOf(day);
  const by = ['project_number', 'link_key'];
  // Each row counts for its project (0) and, where that is busy, for its link.
  const scopes = sql`lateral (
      select 0::bigint as link_key
      union all
      select busy.link_key from busy where busy.link_key = fact.link_key
    ) as scope where fact.project_number in (select number from projects)`;
  await sql`
    with busy as materialized (
      select link_key from link_counters where clicks >= ${busyClicks}
    ), click as materialized (
      select scope.link_key, project_number, clicked_at, ${sql.raw(STORED.map(snakeCase).join(', '))}
      from (select * from clicks where ${clickedWithin({ from: day, to })}) as fact, ${scopes}
    ), open as materialized (
      select scope.link_key, project_number, opened_at
      from (select * from opens where ${inRange('opened_at', { from: day, to })}) as fact, ${scopes}
    )
    insert into rollups as total (project_number, link_key, dimension, at, code, count)
    select project_number, link_key, dimension, ${day}::timestamptz, code, count
    from (${sql.raw(countValues('click', by))}) as of_values
    union all
    select project_number, link_key, ${sql.lit(TIMES)}, at, code, count
    from (${sql.raw(countQuarters('click', 'open', by))}) as of_times
    union all
    select project_number, link_key, ${sql.lit(VISITORS)}, ${day}, 0, count(distinct visitor)
    from click where ${sql.raw(IS_VISITOR)} group by project_number, link_key
    order by 1, 2, 3, 4, 5
    on conflict on constraint rollups_pkey do update set count = total.count + excluded.count`.execute(
    trx,
  );
}

function endOf(day: Date): Date {
  return new Date(day.getTime() + DAY_MS);
}
