import { operations } from '@fairlead/contract';
import { Problem } from '../../../lib/Problem.ts';
import { deleteUnchangedLinks } from '../../../links/deleteUnchangedLinks.ts';
import { route } from '../../routing/route.ts';

export const undoLinksForOperatorRoute = route(
  operations.undoLinksForOperator,
  async ({ app, params, body }) => {
    const project = await app.lookups.project(params.projectId.toLowerCase());
    if (!project) throw new Problem('NOT_FOUND', 'Project not found');
    const undone = await deleteUnchangedLinks(app.db, project, { kind: 'operator' }, body.links);
    return { status: 200, body: undone };
  },
);
