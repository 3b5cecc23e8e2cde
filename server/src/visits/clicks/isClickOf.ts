import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Link } from '#links/link/Link.ts';
import type { Numbers } from '../numbers/openNumbers.ts';

export interface Stores {
  readonly numbers: Pick<Numbers, 'findClick'>;
}

/**
 * Whether an id is that of a person's click on this link. A page that was prefetched names no click: the person who
 * then sees it is counted. While the database is down the answer is no: better one click too many than a visitor
 * refused.
 */
export async function isClickOf(
  stores: Stores,
  link: Pick<Link, 'key'>,
  clickId: string,
): Promise<boolean> {
  return unlessAway(lookUp(stores, link, clickId), false);
}

async function lookUp({ numbers }: Stores, link: Pick<Link, 'key'>, clickId: string) {
  const click = await numbers.findClick(clickId);
  return click?.linkKey === link.key && click.kind === 'click';
}
