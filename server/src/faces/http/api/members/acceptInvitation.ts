import { operations } from '@fairlead/contract';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { joinProject } from '#teams/provisioning/joinProject.ts';
import { accountClient } from '../../access/accountClient.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';
import { renderOpened } from '../../views/sessionView.ts';

export const acceptInvitationRoute = route(
  operations.acceptInvitation,
  async ({ app, request, body }) => {
    refuseForms(request);
    const { projectId, user, accountCreated } = await joinProject(app, body);
    const accepted = { projectId, email: user.email, accountCreated };
    // Only who has just chosen the password has proved more than the possession of a link.
    if (!accountCreated || body.password === undefined) return { status: 200, body: accepted };
    const credentials = { email: user.email, password: body.password };
    const opened = await signIn(app.accounts, credentials, accountClient(request));
    if (opened.outcome !== 'signedIn') return { status: 200, body: accepted };
    const { body: session, headers } = await renderOpened(app.accounts, opened);
    return { status: 200, body: { ...accepted, session }, headers };
  },
);
