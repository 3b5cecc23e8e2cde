import type { Accounts } from '#teams/accounts/createAccounts.ts';
import { findMetaReferrerKey } from '#teams/projects/metaKey/findMetaReferrerKey.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Referrers } from '../../installations/Referrers.ts';
import { decryptMetaCampaign, findMetaCampaign, type MetaCampaign } from './decryptMetaCampaign.ts';

/** What became of the part of a referrer that Meta has encrypted. */
export type MetaReferrer = {
  readonly outcome: 'decrypted' | 'no_key' | 'not_decrypted';
  /** Who passed it on: the store, or an app of Meta. */
  readonly source: 'play' | 'metaApp';
  /** Null where nobody says whether the ad was tapped or only seen. */
  readonly clickThrough: boolean | null;
} & (MetaCampaign | { readonly [Name in keyof MetaCampaign]: null });

const NOTHING = { campaign: null, adSet: null, ad: null, accountId: null, objective: null };

/**
 * The ad of Meta that the phone names: by Meta's own app, which also knows ads of earlier days, else by the store. Null if
 * neither does. Damaged text and a wrong key are outcomes, not errors.
 */
export async function readMetaReferrer(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Pick<Project, 'id'>,
  { play, metaApp }: Referrers,
): Promise<MetaReferrer | null> {
  const clickThrough = metaApp?.isClickThrough ?? null;
  const found = [
    { source: 'metaApp', clickThrough, sealed: findMetaCampaign(metaApp?.referrer ?? '') } as const,
    { source: 'play', clickThrough: null, sealed: findMetaCampaign(play?.referrer ?? '') } as const,
  ].flatMap(({ sealed, ...from }) => (sealed ? [{ sealed, from }] : []));
  const [first] = found;
  if (!first) return null;
  const key = await findMetaReferrerKey(accounts, project);
  if (!key) return { ...first.from, outcome: 'no_key', ...NOTHING };
  const secret = await key.reveal();
  for (const { sealed, from } of found) {
    const campaign = secret && decryptMetaCampaign(sealed, secret.reveal());
    if (campaign) return { ...from, outcome: 'decrypted', ...campaign };
  }
  return { ...first.from, outcome: 'not_decrypted', ...NOTHING };
}
