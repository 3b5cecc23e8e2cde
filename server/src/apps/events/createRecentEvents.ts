import { LRUCache } from 'lru-cache';
import type { Project } from '#teams/projects/Project.ts';
import { replaces } from '#visits/clicks/facts/events.ts';

interface Sender {
  readonly fromApp: boolean;
}

/** The ids of the last events that this process has stored. */
export interface RecentEvents {
  /** Whether an event with this id would change nothing: what an app said, a server or a source replaces. */
  has(project: Pick<Project, 'id'>, eventId: string, sender: Sender): boolean;
  /** Once they are durable, and no sooner: what is called a duplicate is not sent again. */
  add(project: Pick<Project, 'id'>, eventIds: readonly string[], sender: Sender): void;
}

const MAX_PROJECTS = 100;
/** Two of the largest calls. */
const MAX_IDS = 2_000;

/** Repeated calls are known at once, while their first one may not be in the database yet. */
export function createRecentEvents(): RecentEvents {
  const projects = new LRUCache<string, LRUCache<string, Sender>>({ max: MAX_PROJECTS });
  return {
    has(project, eventId, sender) {
      const earlier = projects.get(project.id)?.get(eventId);
      return earlier !== undefined && !replaces(sender, earlier);
    },
    add(project, eventIds, { fromApp }) {
      const known = projects.get(project.id) ?? new LRUCache<string, Sender>({ max: MAX_IDS });
      projects.set(project.id, known);
      const sender = { fromApp };
      for (const id of eventIds) {
        // A call that was slower than another must not make less of what a server said.
        const earlier = known.get(id);
        if (earlier === undefined || replaces(sender, earlier)) known.set(id, sender);
      }
    },
  };
}
