import { operations } from '@fairlead/contract';
import { trackInstallation } from '#apps/installations/trackInstallation.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { examineMetadata, readFacts } from './installationFacts.ts';
import { route } from '../../routing/route.ts';

export const trackInstallationRoute = route(
  operations.trackInstallation,
  async (call) => {
    const { app, caller, token } = call;
    const facts = readFacts(call);
    const { installation, isNew } = await trackInstallation(app, caller.project, facts, {
      plan: getPlan(app.plans, caller.project.plan),
      at: new Date(),
      holder: token?.installation,
    });
    const installationToken = app.installationTokens.issue(installation);
    return {
      status: 201,
      body: { success: true, installationId: installation.id, isNew, installationToken },
      headers: { 'x-installation-token': installationToken },
    };
  },
  examineMetadata,
);
