import type { Pool } from 'pg';
import type { AddressHash } from '#visits/visitors/addressHash.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import type { OpeningInstallation } from '../OpeningInstallation.ts';

interface Open {
  readonly installation: Pick<OpeningInstallation, 'id'>;
  readonly link: Pick<Link, 'key' | 'projectId'>;
  /** What is appended to the link, unchanged. */
  readonly query: string;
  readonly address: string;
  /** The click of this open, unless it repeats another. */
  readonly clickId: string;
}

const SAME_OPEN = '10 seconds';

/** A visit to the link from the same IP address in between starts a new open. */
const REPEATS = `known.link_key = excluded.link_key and known.query_hash = excluded.query_hash
  and excluded.opened_at < known.opened_at + interval '${SAME_OPEN}'
  and not exists (
    select from click_signals
    where address_hash = $6 and link_key = known.link_key and clicked_at > known.opened_at
  )`;

/** A single statement that updates the installation's row, so that simultaneous opens agree on which was first. */
const CLAIM = `
insert into recent_opens as known (installation_id, click_id, link_key, query_hash, opened_at)
values ($1, $2, $3, hashtextextended($4, 0), $5)
on conflict (installation_id) do update set
  click_id = case when ${REPEATS} then known.click_id else excluded.click_id end,
  opened_at = case when ${REPEATS} then known.opened_at else excluded.opened_at end,
  link_key = excluded.link_key,
  query_hash = excluded.query_hash
returning click_id`;

/**
 * Returns the click of an open: its own, or that of the open it repeats. Apps resolve a visit when their screen
 * is created and again when it resumes: the same installation, link and parameters within ten seconds, without
 * another open in between, are one open (Rule: attribution).
 */
export async function claimOpen(
  { pool, hashAddress }: { readonly pool: Pool; readonly hashAddress: AddressHash },
  { installation, link, query, address, clickId }: Open,
): Promise<string> {
  const at = timeOfId(clickId);
  const { rows } = await pool.query<{ click_id: string }>({
    name: 'claim-open',
    text: CLAIM,
    values: [
      installation.id,
      clickId,
      link.key,
      query,
      new Date(at),
      hashAddress({ id: link.projectId }, address, at),
    ],
  });
  return rows[0]?.click_id ?? clickId;
}
