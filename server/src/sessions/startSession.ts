import type { Kysely } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import { recordActiveUser } from '../installations/recordActiveUser.ts';
import { touchInstallation } from '../installations/touchInstallation.ts';
import type { Project } from '../projects/Project.ts';
import { insertSession } from './insertSession.ts';
import type { SessionStart } from './SessionStart.ts';
import { type SessionWrites, startTogether } from './startTogether.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly groups: { readonly sessions: SessionWrites };
}

/**
 * Starts a session of the installation that `installationId` names, the app's own id or our record's.
 * Undefined if the project has no such installation.
 */
export async function startSession(
  { db, groups }: Stores,
  project: Project,
  request: SessionStart,
  at: Date,
): Promise<{ id: string } | undefined> {
  const together = await startTogether(groups.sessions, project, request, at);
  if (together) return together;
  const { installationId, ...facts } = request;
  return inTransaction(db, async (transaction) => {
    const installation = await touchInstallation(transaction, project, installationId, at);
    if (!installation) return undefined;
    await recordActiveUser(transaction, project, installation, at);
    return insertSession(transaction, installation, facts, at);
  });
}
