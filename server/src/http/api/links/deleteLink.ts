import { operations } from '@fairlead/contract';
import { deleteLink } from '../../../links/deleteLink.ts';
import { readIfMatch } from '../../../links/linkVersion.ts';
import { answerManagedLink } from './answerManagedLink.ts';
import { conflictOver } from './conflictOver.ts';
import { actorOfCaller, getManagedProject } from './getManagedProject.ts';
import { route } from '../../routing/route.ts';

export const deleteLinkRoute = route(
  operations.deleteLink,
  async ({ app, request, caller, params }) => {
    const versions = readIfMatch(request.header('if-match'));
    const project = await getManagedProject(app, caller, params.id);
    const actor = actorOfCaller(caller);
    const { link, changed } = await deleteLink(app.db, project, actor, params.id, versions);
    if (!changed) {
      const { body } = await answerManagedLink(app, link);
      throw await conflictOver(app, caller, link, body);
    }
    return { status: 200, body: { success: true } };
  },
);
