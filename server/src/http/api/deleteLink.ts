import { operations } from '@fairlead/contract';
import { deleteLink as deleteLinkOf } from '../../links/deleteLink.ts';
import { getManagedProject } from '../getManagedProject.ts';
import { route } from '../route.ts';

export const deleteLink = route(operations.deleteLink, async ({ app, caller, params }) => {
  const project = await getManagedProject(app, caller, params.id);
  const link = await deleteLinkOf(app.db, project, params.id);
  app.lookups.apply(`link ${link.projectId} ${link.slug}`);
  return { status: 200, body: { success: true } };
});
