import { operations } from '@fairlead/contract';
import { deleteUnchangedLinks } from '#links/changing/deleteUnchangedLinks.ts';
import { getNamedProject } from '../../../access/chooseProject.ts';
import { route } from '../../../routing/route.ts';

export const undoLinksForOperatorRoute = route(
  operations.undoLinksForOperator,
  async ({ app, params, body }) => {
    const project = await getNamedProject(app, params.projectId);
    const undone = await deleteUnchangedLinks(app.db, project, { kind: 'operator' }, body.links);
    return { status: 200, body: undone };
  },
);
