import { timeOfId } from '../lib/uuid.ts';
import type { Link } from '../links/Link.ts';
import type { ClickProofs } from './createClickProofs.ts';
import { readClickReference } from './clickReference.ts';
import { isClickOf, type Stores } from './isClickOf.ts';

/** A proof is believed for so long; an older reference is looked up, for its click may have been deleted. */
const BELIEVED_MS = 24 * 60 * 60 * 1000;

/**
 * The id of the click of a person on this link that a reference (`_lc`) names; null for every other text (Rule: passthrough 8).
 * By its proof, else by a look at the ledger: references without one are in links from before there were proofs.
 */
export async function findReferredClick(
  stores: Stores & { readonly clickProofs: ClickProofs },
  link: Pick<Link, 'id' | 'key'>,
  text: string,
): Promise<string | null> {
  const reference = readClickReference(text);
  if (reference === null) return null;
  const { clickId, proof } = reference;
  const isRecent = Math.abs(Date.now() - timeOfId(clickId)) <= BELIEVED_MS;
  if (proof !== null && isRecent && stores.clickProofs.holds(link, clickId, proof)) return clickId;
  return (await isClickOf(stores, link, clickId)) ? clickId : null;
}
