import type { Pool } from 'pg';
import type { Link } from '../links/Link.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import { CLICK_KIND } from './Click.ts';
import type { ClickLedger } from './createClickLedger.ts';

const FIND = `select from clicks where id = $1 and link_key = $2 and kind = ${CLICK_KIND.click}`;

interface Stores {
  readonly pool: Pool;
  readonly ledger: Pick<ClickLedger, 'loaded'>;
}

/**
 * Whether a reference (`_lc`) names a click of a person on this link (Rule: passthrough 8). The page that a program
 * fetched ahead names no click: the person who then sees it is counted.
 */
export async function isClickOf(
  { pool, ledger }: Stores,
  link: Pick<Link, 'key'>,
  reference: string,
): Promise<boolean> {
  if (!UUID_PATTERN.test(reference)) return false;
  await ledger.loaded();
  const { rowCount } = await pool.query({
    name: 'is-click-of',
    text: FIND,
    values: [reference, link.key],
  });
  return rowCount === 1;
}
