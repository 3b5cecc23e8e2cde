import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { deleteLink } from '#links/changing/deleteLink.ts';
import { readIfMatch } from '#links/link/linkVersion.ts';
import { assertChanged } from './assertChanged.ts';
import { route } from '../../../routing/route.ts';
import { showLink } from '../showLink.ts';

export const deleteProjectLinkRoute = route(
  operations.deleteProjectLink,
  async ({ app, request, caller, params }) => {
    const { user, project } = caller;
    const versions = readIfMatch(request.header('if-match'));
    const made = await deleteLink(app.db, project, actorOf(user), params.linkId, versions);
    await assertChanged(app, caller, made, (link) => showLink(app, project, link));
    return { status: 200, body: { success: true } };
  },
);
