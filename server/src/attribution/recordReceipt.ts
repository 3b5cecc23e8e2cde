import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { MatchReceipt } from './MatchReceipt.ts';
import { notErased } from './recordFacts.ts';
import { storedDetailsOf } from './storedDetails.ts';

/**
 * Stores the receipt of a first open. A later one of the same installation replaces it, unless it is
 * a match: then this returns false and changes nothing.
 */
export async function recordReceipt(
  db: Db,
  project: Project,
  receipt: MatchReceipt,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attribution_receipts as known
      (id, project_id, installation_id, created_at, match_type, reason, click_id, link_key, details)
    values (${receipt.id}, ${project.id}, ${notErased(receipt.installationId)}, ${receipt.createdAt},
            ${receipt.matchType}, ${receipt.reason}, ${receipt.clickId}, ${receipt.linkKey},
            ${JSON.stringify(storedDetailsOf(receipt.details))}::jsonb)
    on conflict (installation_id) do update set
      id = excluded.id, created_at = excluded.created_at, match_type = excluded.match_type,
      reason = excluded.reason, click_id = excluded.click_id, link_key = excluded.link_key,
      details = excluded.details
    where known.click_id is null
    returning id`.execute(db);
  return rows.length > 0;
}
