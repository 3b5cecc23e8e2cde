import { operations } from '@fairlead/contract';
import { closeProject } from '#teams/provisioning/closeProject.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectRoute = route(operations.deleteProject, async ({ app, caller, body }) => {
  const { user, project } = caller;
  await closeProject(app.db, project, body.confirmName);
  // Its audit log is deleted with it; only this log line remains.
  app.log.info({ projectId: project.id, userId: user.id }, 'Project deleted by its owner');
  return { status: 200, body: { success: true } };
});
