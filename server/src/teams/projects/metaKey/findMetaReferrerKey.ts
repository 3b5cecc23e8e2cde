import { Secret } from '#platform/lib/Secret.ts';
import type { Accounts } from '../../accounts/createAccounts.ts';
import { unseal } from '../../accounts/seal.ts';
import type { Project } from '../Project.ts';

export interface MetaReferrerKey {
  readonly lastCharacters: string;
  /** Null if it was encrypted with a SECRET that is no longer configured. */
  readonly reveal: () => Promise<Secret | null>;
}

/** The key by which Meta encrypts campaigns of the project's app; null if it is not set. */
export async function findMetaReferrerKey(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Pick<Project, 'id'>,
): Promise<MetaReferrerKey | null> {
  const row = await accounts.db
    .selectFrom('meta_referrer_keys')
    .select(['sealed', 'last_characters'])
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    lastCharacters: row.last_characters,
    async reveal() {
      const text = await unseal(accounts, row.sealed);
      return text === undefined ? null : new Secret(text);
    },
  };
}
