import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import type { ClickProofs } from './createClickProofs.ts';
import { readClickReference } from './clickReference.ts';
import { isClickOf, type Stores } from './isClickOf.ts';

/** How long a proof is trusted; an older reference is looked up, because its click may have been deleted. */
const BELIEVED_MS = 24 * 60 * 60 * 1000;

/**
 * The id of the person's click on this link that a reference (`_lc`) names; null for any other text (Rule: passthrough
 * 8). It is checked by its proof, or else in the ledger: links made before there were proofs contain references without
 * one.
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
