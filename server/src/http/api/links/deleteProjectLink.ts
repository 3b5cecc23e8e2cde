import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { deleteLink } from '../../../links/deleteLink.ts';
import { readIfMatch } from '../../../links/linkVersion.ts';
import { conflictOver } from './conflictOver.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const deleteProjectLinkRoute = route(
  operations.deleteProjectLink,
  async ({ app, request, caller, params }) => {
    const { user, project } = caller;
    const versions = readIfMatch(request.header('if-match'));
    const made = await deleteLink(app.db, project, actorOf(user), params.linkId, versions);
    if (!made.changed) {
      const { body } = await showLink(app, project, made.link);
      throw await conflictOver(app, caller, made.link, body);
    }
    return { status: 200, body: { success: true } };
  },
);
