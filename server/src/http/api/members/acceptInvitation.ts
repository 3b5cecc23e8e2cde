import { operations } from '@fairlead/contract';
import { joinProject } from '../../../provisioning/joinProject.ts';
import { refuseForms } from '../../access/refuseForms.ts';
import { route } from '../../routing/route.ts';

export const acceptInvitationRoute = route(
  operations.acceptInvitation,
  async ({ app, request, body }) => {
    refuseForms(request);
    const { projectId, user, accountCreated } = await joinProject(app, body);
    return { status: 200, body: { projectId, email: user.email, accountCreated } };
  },
);
