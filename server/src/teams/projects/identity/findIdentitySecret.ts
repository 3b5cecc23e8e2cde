import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../Project.ts';

/** What may be shown of a project's identity secret; all null: it has none. */
export interface IdentitySecretInfo {
  readonly lastCharacters: string | null;
  readonly madeAt: Date | null;
  /** Until when proofs made with the one before count. */
  readonly previousUntil: Date | null;
}

export async function findIdentitySecret(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<IdentitySecretInfo> {
  const row = await db
    .selectFrom('identity_secrets')
    .select(['last_characters', 'made_at', 'previous_until'])
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  const { last_characters: lastCharacters = null, made_at: madeAt = null } = row ?? {};
  const until = row?.previous_until ?? null;
  const previousUntil = until !== null && until.getTime() > Date.now() ? until : null;
  return { lastCharacters, madeAt, previousUntil };
}
