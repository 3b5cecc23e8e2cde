import { sql, type Kysely, type NotNull } from 'kysely';
import { listRetention } from '../numbers/listRetention.ts';
import { addCounts, keepLastClick } from '../numbers/linkTotals.ts';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { expireClicks as expireOpens } from '../postgres/expireClicks.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofIds } from './findClicks.ts';
import { countByLink, countsRelation } from './readLinks.ts';
import { CLICKS, ROLL_UPS } from './connection/schema.ts';
import { ofProject, within } from './connection/sqlText.ts';
import { deleteGoneProjects } from './deleteGoneProjects.ts';
import { mutate } from './connection/mutate.ts';

/**
 * Deletes the clicks that plan or project no longer keep, and those of deleted projects. PostgreSQL says how far a project's rows are
 * gone and does the same to opens; what is stored before that day is then counted and deleted, late clicks included.
 */
export async function expireClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<void> {
  let found: ReturnType<typeof findFirstDays> | undefined;
  const firstDays = () => (found ??= findFirstDays(ch));
  await stepsApart({
    'clicks that have been counted': () => finishDeletions(ch, db),
    'first days': async () =>
      beginRetention(db, await firstDays(), await listRetention(db, plans, now)),
    opens: () => expireOpens(db, plans, { now }),
    'clicks that are too old': async () => foldOldClicks(ch, db, await firstDays()),
    'clicks that are counted now': () => finishDeletions(ch, db),
    'clicks of deleted projects': () => deleteGoneProjects(ch, db, [CLICKS, ROLL_UPS]),
  });
}

async function foldOldClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  firstDays: ReadonlyMap<string, Date>,
): Promise<void> {
  await eachApart(await db.selectFrom('project_retention').selectAll().execute(), {
    nameOf: (row) => `project ${row.project_id}`,
    async work({ project_id: id, kept_from: keptFrom }) {
      const first = firstDays.get(id);
      if (first !== undefined && first < keptFrom) await foldClicks(ch, db, id, keptFrom);
    },
  });
}

/** The first UTC day with a click, by project. */
async function findFirstDays(ch: ClickHouse): Promise<Map<string, Date>> {
  const rows = await ch.select<{ id: string; first: string }>(
    'SELECT toString(project_id) AS id, toDate(min(at)) AS first FROM clicks GROUP BY project_id',
  );
  return new Map(rows.map(({ id, first }) => [id, new Date(first)]));
}

/** A project's first deletion begins with its first click, which PostgreSQL has not got. */
async function beginRetention(
  db: Kysely<Database>,
  firstDays: ReadonlyMap<string, Date>,
  retention: Awaited<ReturnType<typeof listRetention>>,
): Promise<void> {
  await eachApart(retention, {
    nameOf: ({ projectId }) => `project ${projectId}`,
    async work({ projectId, keptFrom, end }) {
      const first = firstDays.get(projectId);
      if (keptFrom !== null || first === undefined || first >= end) return;
      await db
        .insertInto('project_retention')
        .values({ project_id: projectId, kept_from: first })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  });
}

/** Adds what a project's clicks before a day count to lifetime numbers; from the commit on they only have to be deleted. */
async function foldClicks(
  ch: ClickHouse,
  db: Kysely<Database>,
  projectId: string,
  to: Date,
): Promise<void> {
  const where = `${ofProject(projectId)} AND ${within('at', { to })}`;
  const counts = countsRelation(await ch.select(countByLink(where)));
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('project_retention')
      .set({ deleting_to: to })
      .where('project_id', '=', projectId)
      .where('deleting_to', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sql`
      insert into link_expired as total (project_number, link_key, clicks, previews, bots, last_clicked_at)
      select number, link_key, clicks, previews, bots, last_clicked_at
      from ${counts} as gone join projects on projects.id = ${projectId}
      order by link_key
      on conflict (link_key) do update set
        ${sql.raw(addCounts('total'))}, ${sql.raw(keepLastClick('total'))}`.execute(trx);
  });
}

/** Deletes what is counted as deleted; also what a process that died has left. */
export async function finishDeletions(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  const deletions = await db
    .selectFrom('project_retention')
    .select(['project_id as projectId', 'deleting_to as to'])
    .where('deleting_to', 'is not', null)
    .$narrowType<{ to: NotNull }>()
    .execute();
  await eachApart(deletions, {
    nameOf: ({ projectId }) => `project ${projectId}`,
    async work({ projectId, to }) {
      const which = `${ofProject(projectId)} AND ${within('at', { to })}`;
      await mutate(ch, 'clicks', `DELETE WHERE ${which}`);
      await db
        .updateTable('project_retention')
        .set({ deleting_to: null })
        .where('project_id', '=', projectId)
        .where('deleting_to', '=', to)
        .execute();
    },
  });
}

/** Takes the visitor hash from clicks. */
export async function eraseVisitors(ch: ClickHouse, clickIds: readonly string[]): Promise<void> {
  if (clickIds.length > 0)
    await mutate(ch, 'clicks', `UPDATE visitor = NULL WHERE ${ofIds(clickIds)}`);
}
