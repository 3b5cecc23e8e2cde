import type { Pool } from 'pg';
import { unlessAway } from '../db/isUnavailable.ts';
import type { Link } from '../links/Link.ts';
import { CLICK_KIND } from './Click.ts';
import type { ClickLedger } from './createClickLedger.ts';

const FIND = `select from clicks where id = $1 and link_key = $2 and kind = ${CLICK_KIND.click}`;

export interface Stores {
  readonly pool: Pool;
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

async function lookUp({ pool, ledger }: Stores, link: Pick<Link, 'key'>, clickId: string) {
  await ledger.loaded();
  const { rowCount } = await pool.query({
    name: 'is-click-of',
    text: FIND,
    values: [clickId, link.key],
  });
  return rowCount === 1;
}
