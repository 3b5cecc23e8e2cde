import type { Accounts } from '#teams/accounts/createAccounts.ts';
import { findMetaReferrerKey } from '#teams/projects/metaKey/findMetaReferrerKey.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Referrers } from '../../installations/Referrers.ts';
import { decryptMetaCampaign, findMetaCampaign, type MetaCampaign } from './decryptMetaCampaign.ts';

/** What became of the part of a referrer that Meta has encrypted. */
export type MetaReferrer = {
  readonly outcome: 'decrypted' | 'no_key' | 'not_decrypted';
} & (MetaCampaign | { readonly [Name in keyof MetaCampaign]: null });

const NOTHING = { campaign: null, adSet: null, ad: null, accountId: null, objective: null };

/** Null if Meta has no part in what the phone reports. Damaged text and a wrong key are outcomes, not errors. */
export async function readMetaReferrer(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Pick<Project, 'id'>,
  { play }: Referrers,
): Promise<MetaReferrer | null> {
  const sealed = play && findMetaCampaign(play.referrer);
  if (!sealed) return null;
  const key = await findMetaReferrerKey(accounts, project);
  if (!key) return { outcome: 'no_key', ...NOTHING };
  const secret = await key.reveal();
  const campaign = secret && decryptMetaCampaign(sealed, secret.reveal());
  return campaign
    ? { outcome: 'decrypted', ...campaign }
    : { outcome: 'not_decrypted', ...NOTHING };
}
