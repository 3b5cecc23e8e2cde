import { operations } from '@fairlead/contract';
import { deleteUnchangedLinks } from '#links/changing/deleteUnchangedLinks.ts';
import { chooseProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';
import { authorOf, refuseReader } from './getManagedProject.ts';

export const undoLinksRoute = route(operations.undoLinks, async ({ app, caller, query, body }) => {
  const project = await chooseProject(app, caller, query.projectId);
  await refuseReader(app, caller, project);
  const undone = await deleteUnchangedLinks(app.db, project, authorOf(caller), body.links);
  return { status: 200, body: undone };
});
