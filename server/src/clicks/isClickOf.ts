import { unlessAway } from '../db/isUnavailable.ts';
import type { Link } from '../links/Link.ts';
import type { ClickStore } from './ClickStore.ts';
import type { ClickLedger } from './createClickLedger.ts';

export interface Stores {
  readonly clickStore: Pick<ClickStore, 'findClick'>;
  readonly ledger: Pick<ClickLedger, 'loaded'>;
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

async function lookUp({ clickStore, ledger }: Stores, link: Pick<Link, 'key'>, clickId: string) {
  await ledger.loaded();
  const click = await clickStore.findClick(clickId);
  return click?.linkKey === link.key && click.kind === 'click';
}
