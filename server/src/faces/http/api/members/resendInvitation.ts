import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { listInvitations } from '#teams/projects/members/invitations.ts';
import { renewInvitation } from '#teams/projects/members/renewInvitation.ts';
import { sendInvitation } from '#teams/projects/members/sendInvitation.ts';
import { drawForMailbox } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { renderSentInvitation } from '../../views/memberView.ts';

export const resendInvitationRoute = route(
  operations.resendInvitation,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const open = await listInvitations(app.db, project);
    const known = open.find(({ id }) => id === params.invitationId.toLowerCase());
    if (known) await drawForMailbox(app, known.email);
    const actor = actorOf(user);
    const renewed = await renewInvitation(app.db, project, actor, params.invitationId);
    const sent = await sendInvitation(app, project, actor, renewed);
    return { status: 200, body: renderSentInvitation(sent) };
  },
);
