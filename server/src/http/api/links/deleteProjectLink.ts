import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { deleteLink } from '../../../links/deleteLink.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectLinkRoute = route(
  operations.deleteProjectLink,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    await deleteLink(app.db, project, actorOf(user), params.linkId);
    return { status: 200, body: { success: true } };
  },
);
