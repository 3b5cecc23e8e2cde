import type { Pool } from 'pg';
import type { Link } from '../links/Link.ts';
import { timeOfId, UUID_PATTERN } from '../lib/uuid.ts';
import { CLICK_KIND } from './Click.ts';

/** A reference that is older belongs to a visit that is over: the next one counts anew. */
const SAME_VISIT_MS = 24 * 60 * 60 * 1000;

const FIND = `select from clicks where id = $1 and link_key = $2 and kind = ${CLICK_KIND.click}`;

/**
 * Whether a reference (`_lc`) names a click of this link in the visit under way (Spec: passthrough 8). The page
 * that a program fetched ahead names no click: the person who then sees it is counted.
 */
export async function isClickOf(
  pool: Pool,
  link: Pick<Link, 'key'>,
  reference: string,
): Promise<boolean> {
  if (!UUID_PATTERN.test(reference)) return false;
  if (Math.abs(Date.now() - timeOfId(reference)) > SAME_VISIT_MS) return false;
  const { rowCount } = await pool.query({
    name: 'is-click-of',
    text: FIND,
    values: [reference, link.key],
  });
  return rowCount === 1;
}
