import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import type { Link } from '#links/link/Link.ts';
import { readIfMatch } from '#links/link/linkVersion.ts';
import { checkLinkChanges, updateLink } from '#links/changing/updateLink.ts';
import { assertChanged } from './assertChanged.ts';
import { route } from '../../../routing/route.ts';
import { showLink } from '../showLink.ts';

export const updateProjectLinkRoute = route(
  operations.updateProjectLink,
  async ({ app, request, caller, params, body }) => {
    const { user, project } = caller;
    const versions = readIfMatch(request.header('if-match'));
    const made = await updateLink(app.db, project, actorOf(user), params.linkId, body, versions);
    const show = (link: Link) => showLink(app, project, link);
    await assertChanged(app, caller, made, show);
    return { status: 200, ...(await show(made.link)) };
  },
  ({ body }) => checkLinkChanges(body),
);
