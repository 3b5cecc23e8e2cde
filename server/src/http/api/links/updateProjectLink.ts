import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { checkLinkChanges, updateLink } from '../../../links/updateLink.ts';
import { route } from '../../routing/route.ts';
import { showLink } from './showLink.ts';

export const updateProjectLinkRoute = route(
  operations.updateProjectLink,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const link = await updateLink(app.db, project, actorOf(user), params.linkId, body);
    return { status: 200, body: await showLink(app, project, link) };
  },
  ({ body }) => checkLinkChanges(body),
);
