import type { Kysely } from 'kysely';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { listRetention, type Retention } from '../../numbers/listRetention.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { mutate } from '../connection/mutate.ts';
import { EVENTS } from '../connection/schema.ts';
import { ofProject, textLists, within } from '../connection/sqlText.ts';
import { deleteGoneProjects } from '../deleteGoneProjects.ts';
import { type EventDeletion, purgeDeletions } from '../../numbers/events/deletions.ts';
import { deleteForgotten } from './forgetEvents.ts';
import { isSelected } from './isSelected.ts';

/** Ids of one statement that looks for events to delete. */
const IDS = 20_000;

/** `EventStore.expire` (Rule: events 7). */
export async function expireEvents(
  ch: ClickHouse,
  db: Kysely<Database>,
  plans: Plans,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<void> {
  // First, and nothing without it: a copy may stay when the event that has taken its place is deleted.
  await deleteForgotten(ch);
  await stepsApart({
    'events that are too old': async () => deleteOldEvents(ch, await listRetention(db, plans, now)),
    'events of deleted projects': () => deleteGoneProjects(ch, db, [EVENTS]),
    'deleted events': () => purgeDeletions(db, now, (deletion) => purgeEvents(ch, deletion)),
  });
}

async function deleteOldEvents(ch: ClickHouse, retention: readonly Retention[]): Promise<void> {
  const rows = await ch.select<{ id: string; first: string }>(
    'SELECT toString(project_id) AS id, min(at) AS first FROM events GROUP BY project_id',
  );
  const firsts = new Map(rows.map(({ id, first }) => [id, new Date(first)]));
  await eachApart(retention, {
    nameOf: ({ projectId }) => `project ${projectId}`,
    async work({ projectId, end }) {
      const first = firsts.get(projectId);
      if (first === undefined || first >= end) return;
      const which = `${ofProject(projectId)} AND ${within('at', { to: end })}`;
      await mutate(ch, EVENTS.name, `DELETE WHERE ${which}`);
    },
  });
}

/** By their ids, with all copies: one that no merge has dropped yet would take the place of the one that was deleted. */
async function purgeEvents(
  ch: ClickHouse,
  { projectId, ...selection }: EventDeletion,
): Promise<void> {
  for (let found = IDS; found === IDS;) {
    const rows = await ch.select<{ event_id: string }>(
      `SELECT event_id FROM events FINAL WHERE ${ofProject(projectId)} AND ${isSelected(selection)} LIMIT ${IDS}`,
    );
    for (const list of textLists(rows.map((row) => row.event_id))) {
      await mutate(
        ch,
        EVENTS.name,
        `DELETE WHERE ${ofProject(projectId)} AND event_id IN (${list})`,
      );
    }
    found = rows.length;
  }
}
