import type { Selectable } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import type { Project } from '../projects/Project.ts';
import type { DeliveredClick, MatchReceipt, ReceiptDetails } from './MatchReceipt.ts';
import type { Opener } from './Opener.ts';

/** The receipt of an installation's first open. */
export async function findReceipt(
  db: Db,
  project: Pick<Project, 'id'>,
  opener: Pick<Opener, 'id'>,
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
    // Written by `recordReceipt` alone.
    details: withDelivered(row.details as unknown as StoredDetails),
  };
}

type StoredDetails = Omit<ReceiptDetails, 'delivered'> & Partial<Pick<ReceiptDetails, 'delivered'>>;

/** Older receipts say only what was credited, which then was whatever was delivered. */
function withDelivered(details: StoredDetails): ReceiptDetails {
  const { delivered = details.credited && clickOf(details.credited) } = details;
  return { ...details, delivered };
}

function clickOf({ clickId, linkId, slug }: DeliveredClick): DeliveredClick {
  return { clickId, linkId, slug };
}
