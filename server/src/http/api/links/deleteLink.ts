import { operations } from '@fairlead/contract';
import { deleteLink } from '../../../links/deleteLink.ts';
import { actorOfCaller, getManagedProject } from './getManagedProject.ts';
import { route } from '../../routing/route.ts';

export const deleteLinkRoute = route(operations.deleteLink, async ({ app, caller, params }) => {
  const project = await getManagedProject(app, caller, params.id);
  await deleteLink(app.db, project, actorOfCaller(caller), params.id);
  return { status: 200, body: { success: true } };
});
