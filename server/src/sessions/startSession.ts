import type { StartSessionRequest } from '@fairlead/contract/installationResources';
import type { Db } from '../db/Db.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { recordActiveUser } from '../installations/recordActiveUser.ts';
import { touchInstallation } from '../installations/touchInstallation.ts';
import type { Project } from '../projects/Project.ts';
import { insertSession } from './insertSession.ts';

/**
 * Starts a session of the installation that `installationId` names, the app's own id or our record's.
 * Undefined when the project has no such installation.
 */
export function startSession(
  db: Db,
  project: Project,
  { installationId, ...facts }: StartSessionRequest,
  at: Date,
): Promise<{ id: string } | undefined> {
  return inTransaction(db, async (transaction) => {
    const installation = await touchInstallation(transaction, project, installationId, at);
    if (!installation) return undefined;
    await recordActiveUser(transaction, project, installation, at);
    return insertSession(transaction, installation, facts, at);
  });
}
