import { operations } from '@fairlead/contract';
import type { BootstrapResponse } from '@fairlead/contract/installationResources';
import type { App } from '../../../app.ts';
import { Problem } from '../../../lib/Problem.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import { bootstrapInstallation } from '../../../sessions/bootstrapInstallation.ts';
import { examineMetadata, readFacts } from './installationFacts.ts';
import { route } from '../../routing/route.ts';

export const bootstrapRoute = route(
  operations.bootstrap,
  async (call) => {
    const { app, caller, token } = call;
    shedLoad(app);
    const { project } = caller;
    const at = new Date();
    const { installation, isNew, previous, sessionId } = await bootstrapInstallation(
      app.db,
      project,
      readFacts(call),
      { plan: getPlan(app.plans, project.plan), at, holder: token?.installation },
    );
    const installationToken = await app.installationTokens.issue(installation);
    const body: BootstrapResponse = {
      success: true,
      installationId: installation.id,
      isNew,
      installationToken,
      sessionId,
      isReinstall: previous !== undefined,
      ...(previous && {
        previousInstallationId: previous.clientId,
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

/** Waiting for a connection of the database beyond this, an SDK is better off to come back. */
const MAX_QUEUE_LENGTH = 1000;

/** An app update or a push message wakes every phone at once: say so before the queue makes all fail. */
function shedLoad(app: App): void {
  if (app.pool.waitingCount <= MAX_QUEUE_LENGTH) return;
  throw new Problem('UNAVAILABLE', 'Too many starts at once; try again in a moment', {
    'retry-after': '5',
  });
}
