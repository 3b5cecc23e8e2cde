import { DatabaseError, type Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';
import { insertColumnsOf, type NewRow } from '#platform/db/newRows.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { MatchReceipt } from './matching/MatchReceipt.ts';
import type { CreditKind } from './OpeningInstallation.ts';
import { storedDetailsOf } from './storedDetails.ts';

export interface GivenAttribution {
  /** Undefined if there is only a receipt to store. */
  readonly click_id: string | undefined;
  readonly installation_id: string | null;
  /** Undefined if nothing is credited. */
  readonly kind: CreditKind | undefined;
  /** A first open gets the link of the click, as no other will. */
  readonly delivers: boolean;
  readonly facts: readonly NewRow<'attribution_facts'>[];
  readonly receipt: NewRow<'attribution_receipts'> | undefined;
}

const fact = insertColumnsOf('attribution_facts');
const receipt = insertColumnsOf('attribution_receipts');
const REPLACED = ['id', 'created_at', 'match_type', 'reason', 'click_id', 'link_key', 'details'];

/**
 * Claims a click for the first open that gets its link, once, credits it to an installation, and stores the receipt: all or
 * nothing (Rule: attribution). False for a click that was given to another open or is already credited, and for the second
 * install of an installation: the keys enforce that. False, too, for whatever an installation that a test code was used on
 * would be credited with. An installation that is being erased is not named. A later receipt of an installation replaces the
 * one before, unless that is a match. A conflict with a simultaneous writer is only detected after the first rows are
 * written, so then the whole statement fails.
 */
export const WRITE_ATTRIBUTIONS: GroupStatement<GivenAttribution, { readonly done: boolean }> = {
  name: 'write-attributions',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (
    n int, click_id uuid, installation_id uuid, kind text, delivers boolean, facts json, receipt json
  )
), free as materialized (
  select distinct on (coalesce(click_id, installation_id), click_id) * from given
  where not exists (
      select from attribution_facts as fact where fact.click_id = given.click_id and fact.kind = 'click'
    ) and (kind is distinct from 'install' or not exists (
      select from attribution_facts as fact
      where fact.kind = 'install' and fact.installation_id = given.installation_id
    )) and (kind is null or not exists (
      select from attribution_receipts as receipt
      where receipt.installation_id = given.installation_id and receipt.reason = 'test'
    ))
  order by coalesce(click_id, installation_id), click_id
), claim as (
  insert into delivered_clicks (click_id)
  select click_id from free where delivers
  order by click_id
  on conflict do nothing
  returning click_id
), admitted as materialized (
  select free.*, (select id from installations where id = free.installation_id for key share) as opener
  from free
  where not delivers or click_id in (select click_id from claim)
), spent as (
  update click_signals set used = true where click_id in (select click_id from admitted)
), credited as (
  insert into attribution_facts (${fact.names})
  select ${fact.values({ installation_id: 'opener' })}
  from (select opener, facts from admitted) as admitted, json_to_recordset(facts) as fact (${fact.types})
  on conflict do nothing
  returning click_id, kind
), stored as (
  insert into attribution_receipts as known (${receipt.names})
  select ${receipt.values({ installation_id: 'opener' })}
  from (select opener, receipt from admitted where receipt is not null) as admitted,
    json_to_record(receipt) as receipt (${receipt.types})
  on conflict (installation_id) do update set
    ${REPLACED.map((name) => `${name} = excluded.${name}`).join(', ')}
  where known.click_id is null
  returning click_id
)
select given.n, case
    when admitted.n is null then false
    when admitted.kind is null then true
    when (admitted.click_id, 'click') not in (select click_id, kind from credited) then refuse('click used')
    when (admitted.click_id, admitted.kind) not in (select click_id, kind from credited)
      or admitted.delivers and not exists (select from stored where stored.click_id = admitted.click_id)
      then refuse('installation matched')
    else true
  end as done
from given left join admitted using (n)`,
};

export type AttributionWrites = CallGroup<GivenAttribution, { readonly done: boolean }>;

export function openAttributionWrites(pool: Pool): AttributionWrites {
  return groupCalls(pool, WRITE_ATTRIBUTIONS);
}

export interface AttributionStores {
  readonly groups: { readonly attributions: AttributionWrites };
}

export interface Attribution {
  readonly installationId: string | null;
  readonly delivers: boolean;
  /** Null if there is only a receipt to store. */
  readonly click: {
    readonly clickId: string;
    readonly linkKey: number;
    readonly clickedAt: Date;
  } | null;
  /** What the click is credited as, and when; undefined if no known installation opens. */
  readonly credit?: { readonly kind: CreditKind; readonly at: Date } | undefined;
  readonly receipt?: MatchReceipt | undefined;
}

export type AttributionOutcome = 'written' | 'click used' | 'installation matched';

/** Writes what a click or an open comes to; if it cannot be, nothing has changed. */
export async function writeAttribution(
  { groups }: AttributionStores,
  project: Pick<Project, 'id'>,
  attribution: Attribution,
): Promise<AttributionOutcome> {
  const given = givenOf(project, attribution);
  try {
    const key = given.installation_id ?? given.click_id ?? project.id;
    const { done } = await groups.attributions.ask(given, { key });
    return done ? 'written' : 'click used';
  } catch (error) {
    const reason = error instanceof DatabaseError && error.code === 'P0001' ? error.message : '';
    if (reason === 'click used' || reason === 'installation matched') return reason;
    throw error;
  }
}

export function givenOf(
  project: Pick<Project, 'id'>,
  { installationId, delivers, click, credit, receipt }: Attribution,
): GivenAttribution {
  const owner = { project_id: project.id, installation_id: installationId };
  return {
    click_id: click?.clickId,
    installation_id: installationId,
    kind: credit?.kind,
    delivers,
    facts:
      click && credit
        ? [{ kind: 'click', at: click.clickedAt } as const, credit].map(({ kind, at }) => ({
            ...owner,
            click_id: click.clickId,
            link_key: click.linkKey,
            kind,
            at,
          }))
        : [],
    receipt: receipt && {
      ...owner,
      id: receipt.id,
      created_at: receipt.createdAt,
      match_type: receipt.matchType,
      reason: receipt.reason,
      click_id: receipt.clickId,
      link_key: receipt.linkKey,
      details: { ...storedDetailsOf(receipt.details) },
    },
  };
}
