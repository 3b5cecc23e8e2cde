import { sql, type Kysely, type RawBuilder } from 'kysely';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { projectNumber } from '../../clicks/facts/projectNumber.ts';
import { purgeDeletions } from '../../numbers/events/deletions.ts';
import { listRetention } from '../../numbers/listRetention.ts';
import { isSelected } from './isSelected.ts';

/** Rows of one statement: short enough that nobody waits. */
const ROWS = 10_000;

/** `EventStore.expire` (Rule: events 7). */
export async function expireEvents(
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<void> {
  await stepsApart({
    'events that are too old': async () =>
      eachApart(await listRetention(db, plans, now), {
        nameOf: ({ projectId }) => `project ${projectId}`,
        work: ({ projectId, end }) =>
          deleteEvents(db, sql`project_number = ${projectNumber(projectId)} and at < ${end}`),
      }),
    'events of deleted projects': async () =>
      eachApart(await listGoneProjects(db), {
        nameOf: (number) => `project number ${number}`,
        work: (number) => deleteEvents(db, sql`project_number = ${number}`),
      }),
    'deleted events': () =>
      purgeDeletions(db, now, ({ projectId, ...selection }) =>
        deleteEvents(
          db,
          sql`project_number = ${projectNumber(projectId)} and ${isSelected('events', selection)}`,
        ),
      ),
  });
}

async function deleteEvents(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<void> {
  const portion = sql`
    delete from events where ctid = any(array(select ctid from events where ${which} limit ${ROWS}))
    returning 1`;
  let rows = ROWS;
  while (rows === ROWS) rows = (await portion.execute(db)).rows.length;
}

/** From one project of the table to the next by its key: there are many events, and few projects. */
async function listGoneProjects(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with recursive stored as (
      select min(project_number) as number from events
      union all
      select (select min(project_number) from events where project_number > stored.number)
      from stored where stored.number is not null
    )
    select number from stored
    where number is not null
      and not exists (select from projects where projects.number = stored.number)`.execute(db);
  return rows.map(({ number }) => number);
}
