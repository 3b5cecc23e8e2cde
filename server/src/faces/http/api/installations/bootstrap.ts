import { operations } from '@fairlead/contract';
import type { BootstrapResponse } from '@fairlead/contract/installationResources';
import type { App } from '../../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import { bootstrapInstallation } from '#apps/sessions/bootstrapInstallation.ts';
import { examineMetadata, readFacts } from './installationFacts.ts';
import { route } from '../../routing/route.ts';

export const bootstrapRoute = route(
  operations.bootstrap,
  async (call) => {
    const { app, caller, token } = call;
    shedLoad(app);
    const { project } = caller;
    const at = new Date();
    const { installation, isNew, previousClientId, sessionId } = await bootstrapInstallation(
      app,
      project,
      readFacts(call),
      { plan: getPlan(app.plans, project.plan), at, holder: token?.installation },
    );
    const installationToken = app.installationTokens.issue(installation);
    const body: BootstrapResponse = {
      success: true,
      installationId: installation.id,
      isNew,
      installationToken,
      sessionId,
      isReinstall: isNew && previousClientId !== undefined,
      ...(previousClientId !== undefined && {
        previousInstallationId: previousClientId,
        reinstallDetectedAt: installation.firstSeenAt.toISOString(),
      }),
    };
    return {
      status: isNew ? 201 : 200,
      body,
      headers: { 'x-installation-token': installationToken },
    };
  },
  examineMetadata,
);

/** If more calls than this wait for a database connection, an SDK had better retry later. */
const MAX_QUEUE_LENGTH = 1000;

/** An app update or a push message wakes every phone at once: refuse early, before the queue makes all of them fail. */
function shedLoad(app: App): void {
  if (app.pool.waitingCount + app.groups.bootstraps.waiting() <= MAX_QUEUE_LENGTH) return;
  throw new Problem('UNAVAILABLE', 'Too many starts at once; try again in a moment', {
    'retry-after': '5',
  });
}
