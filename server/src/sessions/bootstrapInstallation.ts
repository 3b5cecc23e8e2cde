import type { Db } from '../db/Db.ts';
import { inTransaction } from '../db/inTransaction.ts';
import {
  type Tracked,
  type TrackOptions,
  trackWithin,
} from '../installations/trackInstallation.ts';
import type { InstallationFacts } from '../installations/writeInstallation.ts';
import type { Project } from '../projects/Project.ts';
import { insertSession } from './insertSession.ts';

/**
 * Tracks an installation and starts its session, both or neither (Rule: sdk-clients). However many of one id come at
 * once: one installation, one active session. FORBIDDEN as `trackInstallation`.
 */
export function bootstrapInstallation(
  db: Db,
  project: Project,
  facts: InstallationFacts,
  options: TrackOptions,
): Promise<Tracked & { readonly sessionId: string }> {
  return inTransaction(db, async (transaction) => {
    const tracked = await trackWithin(transaction, project, facts, options);
    // The metadata describes the installation; the session has what it began with.
    const { networkType, deviceOrientation, batteryLevel, isCharging } = facts;
    const session = await insertSession(
      transaction,
      tracked.installation,
      { networkType, deviceOrientation, batteryLevel, isCharging },
      options.at,
    );
    return { ...tracked, sessionId: session.id };
  });
}
