import { operations } from '@fairlead/contract';
import { approveLinkProposal } from '#links/changing/proposals/approveLinkProposal.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';

export const approveLinkProposalRoute = route(
  operations.approveLinkProposal,
  async ({ app, caller, params }) => {
    await approveLinkProposal(app.db, caller.project, actorOf(caller.user), params);
    return { status: 200, body: { success: true } };
  },
);
