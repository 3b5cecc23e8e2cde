import type { Accounts } from '../../accounts/createAccounts.ts';
import { seal } from '../../accounts/seal.ts';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import { lastCharactersOf } from '../lastCharactersOf.ts';
import type { Project } from '../Project.ts';

/**
 * Stores the key by which Meta encrypts campaigns of the project's app, or removes it with null. It is encrypted with
 * SECRET and never shown again. Returns its last characters.
 */
export async function setMetaReferrerKey(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Project,
  actor: Actor,
  key: string | null,
): Promise<string | null> {
  const last = key === null ? null : lastCharactersOf(key);
  const sealed = key === null ? null : await seal(accounts, key);
  await changeProject(accounts.db, project, actor, async (tx, record) => {
    if (sealed === null || last === null) {
      await tx.deleteFrom('meta_referrer_keys').where('project_id', '=', project.id).execute();
    } else {
      await tx
        .insertInto('meta_referrer_keys')
        .values({ project_id: project.id, sealed, last_characters: last })
        .onConflict((row) =>
          row.column('project_id').doUpdateSet({ sealed, last_characters: last }),
        )
        .execute();
    }
    await record({
      action: key === null ? 'meta_key.removed' : 'meta_key.set',
      target: { kind: 'project', id: project.id, name: project.name },
    });
  });
  return last;
}
