import { operations } from '@fairlead/contract';
import { findLinkProposal } from '#links/changing/proposals/LinkProposal.ts';
import { proposeLinkChange } from '#links/changing/proposals/proposeLinkChange.ts';
import { readIfMatch } from '#links/link/linkVersion.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';
import { renderLinkProposal } from '../../../views/links/linkProposalView.ts';
import { assertChanged } from '../project/assertChanged.ts';
import { showLink } from '../showLink.ts';

export const proposeLinkChangeRoute = route(
  operations.proposeLinkChange,
  async ({ app, request, caller, params, body }) => {
    const { project, user } = caller;
    const made = await proposeLinkChange(app, project, actorOf(user), {
      linkId: params.linkId,
      changes: body.changes,
      confirmed: body.confirmed === true,
      versions: readIfMatch(request.header('if-match')),
    });
    await assertChanged(app, caller, made, (link) => showLink(app, project, link));
    const proposal = made.waits ? await findLinkProposal(app.db, made.link) : undefined;
    return { status: 200, body: { proposal: renderLinkProposal(proposal, made.link) } };
  },
);
