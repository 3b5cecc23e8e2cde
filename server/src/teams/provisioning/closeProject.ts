import { assertNoActiveSubscription } from '../billing/assertNoActiveSubscription.ts';
import type { Db } from '#platform/db/Db.ts';
import { deleteProject } from '../projects/deleteProject.ts';
import type { Project } from '../projects/Project.ts';

/** Deletes a project that is not paid for. CONFLICT while its plan is paid for; otherwise as `deleteProject`. */
export function closeProject(db: Db, project: Project, confirmName: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await assertNoActiveSubscription(tx, project);
    await deleteProject(tx, project, confirmName);
  });
}
