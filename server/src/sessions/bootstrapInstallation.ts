import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { Tracked, TrackOptions } from '../installations/Tracked.ts';
import { trackWithin } from '../installations/trackInstallation.ts';
import {
  type InstallationWrites,
  openInstallationWrites,
  TRACK,
  TRACKED,
  trackTogether,
} from '../installations/trackTogether.ts';
import type { InstallationFacts } from '../installations/writeInstallation.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { activeSessionOf, END_ACTIVE } from './endActive.ts';
import { insertSession } from './insertSession.ts';

/** The insert reads from the update, so that the older session has ended when the new one begins. */
const BOOTSTRAP = `${TRACK}, beginning as materialized (
  select tracked.*, case when not inserted then ${activeSessionOf('tracked.id')} end as active_id from tracked
), ${END_ACTIVE}, begun as (
  insert into sessions (id, project_id, installation_id, state, started_at, network_type, device_orientation,
    battery_level, is_charging)
  select session_id, project_id, id, 'active', at, network_type, device_orientation, battery_level, is_charging
  from beginning
  where (select count(*) from ended) >= 0
)${TRACKED}`;

export function openBootstraps(pool: Pool): InstallationWrites {
  return openInstallationWrites(pool, { name: 'bootstrap-installations', text: BOOTSTRAP });
}

interface Stores {
  readonly db: Kysely<Database>;
  readonly groups: { readonly bootstraps: InstallationWrites };
}

/**
 * Tracks an installation and starts its session, both or neither (Rule: sdk-clients). No matter how many calls for
 * one id arrive at once: one installation, one active session. FORBIDDEN as `trackInstallation`.
 */
export async function bootstrapInstallation(
  { db, groups }: Stores,
  project: Project,
  facts: InstallationFacts,
  options: TrackOptions,
): Promise<Tracked & { readonly sessionId: string }> {
  const sessionId = newId(options.at.getTime());
  const together = await trackTogether(groups.bootstraps, project, facts, options, sessionId);
  if (together) return { ...together, sessionId };
  return inTransaction(db, async (transaction) => {
    const tracked = await trackWithin(transaction, project, facts, options);
    // The metadata describes the installation; the session stores what it began with.
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
