import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { createInvitation } from '#teams/projects/members/createInvitation.ts';
import { sendInvitation } from '#teams/projects/members/sendInvitation.ts';
import { tryInviting } from '../../access/tries.ts';
import { route } from '../../routing/route.ts';
import { renderSentInvitation } from '../../views/memberView.ts';

export const createInvitationRoute = route(
  operations.createInvitation,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const actor = actorOf(user);
    const created = await tryInviting(app, caller, body.email, () =>
      createInvitation(app, project, actor, body),
    );
    const sent = await sendInvitation(app, project, actor, created);
    return { status: 201, body: renderSentInvitation(sent) };
  },
);
