import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { readIfMatch } from '../../../links/linkVersion.ts';
import { checkLinkChanges, updateLink } from '../../../links/updateLink.ts';
import { conflictOver } from './conflictOver.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const updateProjectLinkRoute = route(
  operations.updateProjectLink,
  async ({ app, request, caller, params, body }) => {
    const { user, project } = caller;
    const versions = readIfMatch(request.header('if-match'));
    const made = await updateLink(app.db, project, actorOf(user), params.linkId, body, versions);
    const shown = await showLink(app, project, made.link);
    if (!made.changed) throw await conflictOver(app, caller, made.link, shown.body);
    return { status: 200, ...shown };
  },
  ({ body }) => checkLinkChanges(body),
);
