import { operations } from '@fairlead/contract';
import { closeLinkProposal } from '#links/changing/proposals/closeLinkProposal.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';

export const closeLinkProposalRoute = route(
  operations.closeLinkProposal,
  async ({ app, caller, params }) => {
    await closeLinkProposal(app.db, caller.project, actorOf(caller.user), params);
    return { status: 200, body: { success: true } };
  },
);
