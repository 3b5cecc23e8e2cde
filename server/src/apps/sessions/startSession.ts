import type { StartSessionRequest } from '@fairlead/contract/installationResources';
import type { Kysely } from 'kysely';
import { askAll } from '#platform/db/groupCalls.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import { isNamed } from '../installations/findInstallation.ts';
import type { Project } from '#teams/projects/Project.ts';
import { givenOf, newSession, type SessionWrites, START_SESSIONS } from './writeSessions.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly groups: { readonly sessions: SessionWrites };
}

/**
 * Starts a session of the installation that `installationId` names, the app's own id or our record's, and ends the one
 * that is still active, at the same moment (Rule: sessions). Undefined if the project has no such installation.
 */
export async function startSession(
  { db, groups }: Stores,
  project: Project,
  { installationId, ...facts }: StartSessionRequest & { readonly installationId: string },
  at: Date,
): Promise<{ id: string } | undefined> {
  const session = newSession(project, facts, at);
  const given = givenOf(session, installationId, at);
  const key = `${project.id} ${installationId}`;
  const row =
    (await groups.sessions.call(given, { key, owner: project.id })) ??
    (await inTransaction(db, async (transaction) => {
      // The statement must see what others have started until then, or two starts would collide.
      await transaction
        .selectFrom('installations')
        .select('id')
        .where('project_id', '=', project.id)
        .where(isNamed(installationId))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const [alone] = await askAll(transaction, START_SESSIONS, [given]);
      return alone!;
    }));
  return row.known ? { id: session.id } : undefined;
}
