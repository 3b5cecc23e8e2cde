import { operations } from '@fairlead/contract';
import { eraseInstallation } from '#apps/attribution/eraseInstallation.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const eraseInstallationRoute = route(
  operations.eraseInstallation,
  async ({ app, caller, params }) => {
    const { project, user } = caller;
    await eraseInstallation(app, project, actorOf(user), params.installationId);
    return { status: 200, body: { success: true } };
  },
);
