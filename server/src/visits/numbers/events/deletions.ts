import type { EventSaidBy } from '@fairlead/contract/eventResources';
import type { Kysely, Selectable } from 'kysely';
import { eachApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/time.ts';
import type { Project } from '#teams/projects/Project.ts';

/** An event source, by which events can be told. */
export interface SourceOfEvents {
  readonly id: string;
  /** How the ids of its events begin: earlier releases stored nothing else of it. */
  readonly prefix: string;
}

/** Which events of a project: those for which all that is given is true. */
export interface EventSelection {
  /** Of the times of events. */
  readonly range: TimeRange;
  readonly names?: readonly string[] | undefined;
  /** Only events that this one said. */
  readonly saidBy?: EventSaidBy | undefined;
  readonly source?: SourceOfEvents | undefined;
  /** Only events that had been received by then. */
  readonly receivedUntil?: Date | undefined;
}

/** Events that somebody has deleted. Until they are purged they are stored, and no question finds them. */
export interface EventDeletion extends EventSelection {
  readonly id: string;
  readonly projectId: string;
  readonly receivedUntil: Date;
}

/** For how long a deletion can be taken back. */
export const UNDO_MS = DAY_MS;
/** Clocks of machines differ: nothing is purged that somebody may be about to take back. */
const PURGE_MS = UNDO_MS + HOUR_MS;

/** Those of a project that are not purged yet: few, for which there is a limit. */
export async function listDeletions(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<EventDeletion[]> {
  const rows = await db
    .selectFrom('event_deletions')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  return rows.map(readDeletion);
}

/** Has the events of deletions that nobody can take back deleted for good by `purge`, and forgets the deletions. */
export async function purgeDeletions(
  db: Kysely<Database>,
  now: Date,
  purge: (deletion: EventDeletion) => Promise<void>,
): Promise<void> {
  const rows = await db
    .selectFrom('event_deletions')
    .selectAll()
    .where('deleted_at', '<', new Date(now.getTime() - PURGE_MS))
    .orderBy('deleted_at')
    .execute();
  await eachApart(rows.map(readDeletion), {
    nameOf: ({ projectId }) => `project ${projectId}`,
    async work(deletion) {
      await purge(deletion);
      await db.deleteFrom('event_deletions').where('id', '=', deletion.id).execute();
    },
  });
}

function readDeletion(row: Selectable<Database['event_deletions']>): EventDeletion {
  const { source_id: id, source_prefix: prefix } = row;
  return {
    id: row.id,
    projectId: row.project_id,
    range: { from: row.from_at, to: row.to_at },
    names: row.name === null ? undefined : [row.name],
    saidBy: (row.said_by as EventSaidBy | null) ?? undefined,
    source: id === null || prefix === null ? undefined : { id, prefix },
    receivedUntil: row.deleted_at,
  };
}
