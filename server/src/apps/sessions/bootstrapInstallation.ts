import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { askAll } from '#platform/db/groupCalls.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import {
  type Tracked,
  type TrackOptions,
  trackTogether,
  trackWithin,
} from '../installations/trackInstallation.ts';
import {
  type InstallationFacts,
  type InstallationWrites,
  openInstallationWrites,
  TRACK,
  TRACKED,
} from '../installations/writeInstallations.ts';
import type { Project } from '#teams/projects/Project.ts';
import { BEGIN_TRACKED, givenOf, newSession, START_SESSIONS } from './writeSessions.ts';

export function openBootstraps(pool: Pool): InstallationWrites {
  const text = `${TRACK}, ${BEGIN_TRACKED}${TRACKED}`;
  return openInstallationWrites(pool, { name: 'bootstrap-installations', text });
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
  // The metadata describes the installation; the session stores what it began with.
  const session = { ...newSession(project, facts, options.at), metadata: undefined };
  const tracked =
    (await trackTogether(groups.bootstraps, project, facts, options, session.id)) ??
    (await inTransaction(db, async (transaction) => {
      const alone = await trackWithin(transaction, project, facts, options);
      const given = givenOf(session, alone.installation.clientId, options.at);
      await askAll(transaction, START_SESSIONS, [given]);
      return alone;
    }));
  return { ...tracked, sessionId: session.id };
}
