import { TIMES } from '../clicks/facts/Click.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { listRetention, type Retention } from '../numbers/listRetention.ts';
import { deleteGoneClicks } from './deleteGoneClicks.ts';
import { expireReferrers } from './expireReferrers.ts';
import { projectNumber } from '../clicks/facts/projectNumber.ts';
import { foldRows } from './reading/foldRows.ts';
import { rollUpDays } from './rollUpDays.ts';
import { DAY_MS, startOfDay } from '#platform/lib/time.ts';
import { isSqlstate } from '#platform/db/sqlstates.ts';

interface ExpireOptions {
  readonly now?: Date;
}

/**
 * Deletes the clicks that plan or project no longer keep (`clickRetentionDays`), a day of a project at a time, and those
 * of deleted projects, and drops months and referrers that nobody needs. Numbers never shrink by it.
 */
export async function expireClicks(
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: ExpireOptions = {},
): Promise<void> {
  await stepsApart({
    'days that are over': () => rollUpDays(db, { now }),
    'clicks that are too old': async () =>
      eachApart(await listRetention(db, plans, now), {
        nameOf: ({ projectId }) => `project ${projectId}`,
        work: (retention) => expireDays(db, retention),
      }),
    'clicks of deleted projects': () => deleteGoneClicks(db, now),
    'empty months': () => dropEmptyMonths(db, now),
    referrers: () => expireReferrers(db, now),
  });
}

async function expireDays(
  db: Kysely<Database>,
  { projectId, keptFrom, end }: Retention,
): Promise<void> {
  const begin = keptFrom?.getTime() ?? (await findFirstDay(db, projectId));
  if (begin === undefined) return;
  for (let day = begin; day < end.getTime(); day += DAY_MS) {
    if (!(await expireDay(db, projectId, day))) break;
  }
}

/** The first UTC day with a click or an open; undefined without any. */
async function findFirstDay(db: Kysely<Database>, projectId: string): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from rollups
    where project_number = ${projectNumber(projectId)} and link_key = 0 and dimension = ${TIMES}`.execute(
    db,
  );
  const at = rows[0]?.at;
  return at ? startOfDay(at.getTime()) : undefined;
}

/** False: it is not rolled up yet, and could not be afterwards. */
function expireDay(db: Kysely<Database>, projectId: string, day: number): Promise<boolean> {
  const from = new Date(day);
  const to = new Date(day + DAY_MS);
  return db.transaction().execute(async (trx) => {
    // Whoever adds rows now marks the day stale after this; they will be folded when it is counted again.
    const rolled = await trx
      .selectFrom('rolled_days')
      .select('day')
      .where('day', '=', from)
      .where('stale', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!rolled) return false;
    const ofProject = sql<boolean>`project_number = ${projectNumber(projectId)}`;
    await foldRows(trx, from, ofProject);
    await sql`
      delete from rollups where ${ofProject} and link_key <> 0 and at >= ${from} and at < ${to}`.execute(
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
