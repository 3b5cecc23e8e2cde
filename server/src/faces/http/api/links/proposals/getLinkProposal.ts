import { operations } from '@fairlead/contract';
import { listOtherApprovers } from '#links/changing/proposals/listOtherApprovers.ts';
import { findLinkProposal } from '#links/changing/proposals/LinkProposal.ts';
import { getLink } from '#links/finding/findLink.ts';
import { route } from '../../../routing/route.ts';
import { renderLinkProposal } from '../../../views/links/linkProposalView.ts';

export const getLinkProposalRoute = route(
  operations.getLinkProposal,
  async ({ app, caller, params }) => {
    const { project, user } = caller;
    const link = await getLink(app.db, project, params.linkId);
    const [proposal, approvers] = await Promise.all([
      findLinkProposal(app.db, link),
      listOtherApprovers(app.db, link, user.id),
    ]);
    return {
      status: 200,
      body: {
        proposal: renderLinkProposal(proposal, link),
        othersApprove: approvers.length > 0,
      },
    };
  },
);
