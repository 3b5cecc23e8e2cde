import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { MatchReceipt } from './matching/MatchReceipt.ts';
import type { OpeningInstallation } from './OpeningInstallation.ts';
import { readDetails } from './storedDetails.ts';

/** The receipt of an installation's first open. */
export async function findReceipt(
  db: Db,
  project: Pick<Project, 'id'>,
  opener: Pick<OpeningInstallation, 'id'>,
): Promise<MatchReceipt | undefined> {
  const row = await db
    .selectFrom('attribution_receipts')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('installation_id', '=', opener.id)
    .executeTakeFirst();
  return row && readReceipt(row);
}

function readReceipt(row: Selectable<Database['attribution_receipts']>): MatchReceipt {
  return {
    id: row.id,
    installationId: row.installation_id,
    createdAt: row.created_at,
    matchType: row.match_type,
    reason: row.reason as MatchReceipt['reason'],
    clickId: row.click_id,
    linkKey: row.link_key,
    details: readDetails(row.details),
  };
}
