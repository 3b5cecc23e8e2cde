import type { Pool } from 'pg';
import type { Link } from '../links/Link.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import { CLICK_KIND } from './Click.ts';

const OPEN = `
with click as (
  select id from clicks where id = $1 and link_key = $2 and kind = ${CLICK_KIND.click}
), opened as (
  insert into opens (click_id, opened_at, link_key)
  select id, now(), $2 from click
  on conflict do nothing
  returning click_id, opened_at, link_key
), late as (
  insert into late_opens (click_id, opened_at, link_key)
  select opened.* from opened where click_id < sealed_click_id()
)
select exists (select from click) as known`;

/**
 * Marks a click as opened in the app, once (Spec: passthrough 8). Returns false when the reference
 * names no click of a person on this link, and then nothing has changed.
 */
export async function recordOpen(pool: Pool, link: Link, reference: string): Promise<boolean> {
  if (!UUID_PATTERN.test(reference)) return false;
  const { rows } = await pool.query<{ known: boolean }>({
    name: 'record-open',
    text: OPEN,
    values: [reference, link.key],
  });
  return rows[0]?.known === true;
}
