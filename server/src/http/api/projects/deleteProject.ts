import { operations } from '@fairlead/contract';
import { closeProject } from '../../../provisioning/closeProject.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectRoute = route(operations.deleteProject, async ({ app, caller, body }) => {
  const { user, project } = caller;
  await closeProject(app.db, project, body.confirmName);
  // Its audit log goes with it; this line is what stays.
  app.log.info({ projectId: project.id, userId: user.id }, 'Project deleted by its owner');
  app.lookups.apply(`project ${project.id}`);
  app.lookups.apply(`links ${project.id}`);
  return { status: 200, body: { success: true } };
});
