import { LRUCache } from 'lru-cache';
import type { Project } from '#teams/projects/Project.ts';

/** The ids of the last events that this process has stored. */
export interface RecentEvents {
  has(project: Pick<Project, 'id'>, eventId: string): boolean;
  /** Once they are durable, and no sooner: what is called a duplicate is not sent again. */
  add(project: Pick<Project, 'id'>, eventIds: readonly string[]): void;
}

const MAX_PROJECTS = 100;
/** Two of the largest calls. */
const MAX_IDS = 2_000;

/** Repeated calls are known at once, while their first one may not be in the database yet. */
export function createRecentEvents(): RecentEvents {
  const projects = new LRUCache<string, LRUCache<string, true>>({ max: MAX_PROJECTS });
  return {
    has: (project, eventId) => projects.get(project.id)?.has(eventId) ?? false,
    add(project, eventIds) {
      const known = projects.get(project.id) ?? new LRUCache<string, true>({ max: MAX_IDS });
      projects.set(project.id, known);
      for (const id of eventIds) known.set(id, true);
    },
  };
}
