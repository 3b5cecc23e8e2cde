import { DatabaseError, type Pool } from 'pg';
import { groupCalls, type GroupStatement, type CallGroup } from '../db/groupCalls.ts';
import type { Project } from '../projects/Project.ts';
import type { MatchReceipt } from './MatchReceipt.ts';
import type { CreditKind } from './OpeningInstallation.ts';
import { isSecondInstall } from './recordFacts.ts';
import { type StoredDetails, storedDetailsOf } from './storedDetails.ts';

/**
 * Claims a click for the first open that gets its link, once, and credits it to a known installation with its receipt:
 * all or nothing (Rule: attribution). A click that was given to another open, or is already credited, is not claimed.
 * An installation that is being erased is not named. A conflict with a simultaneous writer is only detected after the
 * first rows are written, so then the whole statement fails.
 */
const DELIVER: GroupStatement = {
  name: 'deliver-clicks',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (
    n int, click_id uuid, clicked_at timestamptz, link_key bigint, project_id uuid, kind text, installation_id uuid,
    receipt_id uuid, at timestamptz, match_type text, reason text, details jsonb
  )
), claim as (
  insert into delivered_clicks (click_id)
  select click_id from given
  where not exists (
      select from attribution_facts as fact where fact.click_id = given.click_id and fact.kind = 'click'
    ) and (kind is distinct from 'install' or not exists (
      select from attribution_facts as fact
      where fact.kind = 'install' and fact.installation_id = given.installation_id
    ))
  order by click_id
  on conflict do nothing
  returning click_id
), spent as (
  update click_signals set used = true where click_id in (select click_id from claim)
), credited as materialized (
  select given.*, (select id from installations where id = given.installation_id for key share) as opener
  from given join claim using (click_id)
  where kind is not null
), click_fact as (
  insert into attribution_facts (click_id, kind, link_key, at, project_id, installation_id)
  select click_id, 'click', link_key, clicked_at, project_id, opener from credited
  on conflict do nothing
  returning click_id
), fact as (
  insert into attribution_facts (click_id, kind, link_key, at, project_id, installation_id)
  select click_id, kind, link_key, at, project_id, opener from credited join click_fact using (click_id)
), receipt as (
  insert into attribution_receipts as known
    (id, project_id, installation_id, created_at, match_type, reason, click_id, link_key, details)
  select receipt_id, project_id, opener, at, match_type, reason, click_id, link_key, details from credited
  on conflict (installation_id) do update set
    id = excluded.id, created_at = excluded.created_at, match_type = excluded.match_type,
    reason = excluded.reason, click_id = excluded.click_id, link_key = excluded.link_key,
    details = excluded.details
  where known.click_id is null
  returning click_id
)
select given.n,
  case when kind is null then true
    when not exists (select from click_fact where click_fact.click_id = given.click_id) then refuse('click used')
    when not exists (select from receipt where receipt.click_id = given.click_id) then refuse('installation matched')
    else true
  end as delivered
from given join claim using (click_id)`,
};

export type Delivery = 'delivered' | 'click used' | 'installation matched';

interface GivenDelivery {
  readonly click_id: string;
  readonly clicked_at: Date;
  readonly link_key: number;
  readonly project_id: string;
  /** Undefined if no known installation opens: then nothing is credited. */
  readonly kind?: CreditKind;
  readonly installation_id: string | null;
  readonly receipt_id: string;
  readonly at: Date;
  readonly match_type: string | null;
  readonly reason: string;
  readonly details: StoredDetails;
}

export type Deliveries = CallGroup<GivenDelivery, { readonly n: number }>;

export function openDeliveries(pool: Pool): Deliveries {
  return groupCalls(pool, DELIVER);
}

/** Delivers the click named in a receipt; `kind` is what it counts as for the receipt's installation. */
export async function deliverClick(
  { pool, groups }: { readonly pool: Pool; readonly groups: { readonly deliveries: Deliveries } },
  project: Project,
  receipt: MatchReceipt,
  click: { readonly clickId: string; readonly linkKey: number; readonly clickedAt: Date },
  kind: CreditKind | undefined,
): Promise<Delivery> {
  const given: GivenDelivery = {
    click_id: click.clickId,
    clicked_at: click.clickedAt,
    link_key: click.linkKey,
    project_id: project.id,
    ...(kind && { kind }),
    installation_id: receipt.installationId,
    receipt_id: receipt.id,
    at: receipt.createdAt,
    match_type: receipt.matchType,
    reason: receipt.reason,
    details: storedDetailsOf(receipt.details),
  };
  const together = await groups.deliveries.call(given, {
    key: receipt.installationId ?? click.clickId,
  });
  return together ? 'delivered' : deliverAlone(pool, given);
}

async function deliverAlone(pool: Pool, given: GivenDelivery): Promise<Delivery> {
  try {
    const values = [JSON.stringify([{ n: 0, ...given }])];
    const { rows } = await pool.query({ ...DELIVER, values });
    return rows.length > 0 ? 'delivered' : 'click used';
  } catch (error) {
    if (isSecondInstall(error)) return 'installation matched';
    const reason = error instanceof DatabaseError && error.code === 'P0001' ? error.message : '';
    if (reason === 'click used' || reason === 'installation matched') return reason;
    throw error;
  }
}
