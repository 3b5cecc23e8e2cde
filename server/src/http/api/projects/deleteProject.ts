import { operations } from '@fairlead/contract';
import { assertNoActiveSubscription } from '../../../billing/assertNoActiveSubscription.ts';
import { deleteProject } from '../../../projects/deleteProject.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectRoute = route(operations.deleteProject, async ({ app, caller, body }) => {
  const { user, project } = caller;
  await app.db.transaction().execute(async (tx) => {
    await assertNoActiveSubscription(tx, project);
    await deleteProject(tx, project, body.confirmName);
  });
  // Its audit log goes with it; this line is what stays.
  app.log.info({ projectId: project.id, userId: user.id }, 'Project deleted by its owner');
  app.lookups.apply(`project ${project.id}`);
  app.lookups.apply(`links ${project.id}`);
  return { status: 200, body: { success: true } };
});
