import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { mutate } from '../connection/mutate.ts';
import { ofProject, textLists } from '../connection/sqlText.ts';
import { forgottenVersion, insertRows } from './rowsOfEvents.ts';

/** What goes with the person. */
const OF_THE_PERSON = {
  installation: null,
  click_id: null,
  customer_id: null,
  transaction_id: null,
  items: null,
  properties: null,
};

/**
 * `EventStore.forget`: an event without its person takes the place of all its copies, also of those that are yet to come; where an app said it,
 * a server or a source may still say it.
 */
export async function forgetEvents(
  ch: ClickHouse,
  tx: Db,
  project: Pick<Project, 'id'>,
  events: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ event_id: string; link_key: number | null }>`
    select event_id, link_key from (${events}) as gone`.execute(tx);
  const links = new Map(rows.map(({ event_id: id, link_key: link }) => [id, link]));
  for (const list of textLists([...links.keys()])) {
    const which = `${ofProject(project.id)} AND event_id IN (${list})`;
    const found = await ch.select<{ event_id: string; from_app: boolean }>(
      `SELECT * FROM events FINAL WHERE ${which}`,
    );
    await insertRows(
      ch,
      found.map((event) => ({
        ...event,
        ...OF_THE_PERSON,
        link_key: links.get(event.event_id) ?? null,
        version: forgottenVersion(event.from_app),
      })),
    );
    for (const [fromApp, rows] of Map.groupBy(found, (event) => event.from_app)) {
      await deleteBelow(
        ch,
        project.id,
        fromApp,
        rows.map((event) => event.event_id),
      );
    }
  }
}

/** Deletes the other copies of forgotten events. */
async function deleteBelow(
  ch: ClickHouse,
  projectId: string,
  fromApp: boolean,
  ids: readonly string[],
): Promise<void> {
  for (const list of textLists(ids)) {
    const which = `${ofProject(projectId)} AND event_id IN (${list})`;
    await mutate(ch, 'events', `DELETE WHERE ${which} AND version < ${forgottenVersion(fromApp)}`);
  }
}

/** Deletes copies of forgotten events that came later, or that a process has left which died while it forgot them. */
export async function deleteForgotten(ch: ClickHouse): Promise<void> {
  for (const fromApp of [true, false]) {
    const version = forgottenVersion(fromApp);
    const left = await ch.select<{ id: string; events: string[] }>(`
      SELECT toString(project_id) AS id, groupUniqArray(event_id) AS events FROM events
      WHERE version < ${version} AND (project_id, event_id) GLOBAL IN (
        SELECT project_id, event_id FROM events WHERE version = ${version}
      ) GROUP BY project_id`);
    for (const { id, events } of left) await deleteBelow(ch, id, fromApp, events);
  }
}
