import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { listInvitations } from '#teams/projects/members/invitations.ts';
import { renewInvitation } from '#teams/projects/members/renewInvitation.ts';
import { sendInvitation } from '#teams/projects/members/sendInvitation.ts';
import { tryInviting } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';
import { renderSentInvitation } from '../../views/memberView.ts';

export const resendInvitationRoute = route(
  operations.resendInvitation,
  async ({ app, caller, params }) => {
    const { user, project } = caller;
    const open = await listInvitations(app.db, project);
    const known = open.find(({ id }) => id === params.invitationId.toLowerCase());
    const actor = actorOf(user);
    const renew = () => renewInvitation(app.db, project, actor, params.invitationId);
    const renewed = await (known ? tryInviting(app, caller, known.email, renew) : renew());
    const sent = await sendInvitation(app, project, actor, renewed);
    return { status: 200, body: renderSentInvitation(sent) };
  },
);
