import { parameterFinding } from '@fairlead/contract/finding';
import {
  type MatchFilter,
  NO_MATCH_REASONS,
  type NoMatchReason,
} from '@fairlead/contract/matchReasons';
import { type RawBuilder, sql } from 'kysely';
import { patternOf } from '#platform/db/patternOf.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { readRange, type TimeRange } from '#platform/lib/timeRange.ts';
import { lowestIdAt, UUID_PATTERN } from '#platform/lib/uuid.ts';
import { readSearch } from '#links/finding/linkFilter.ts';
import type { Project } from '#teams/projects/Project.ts';
import { PLATFORM } from '../../installations/platform.ts';

/** Which of a project's installations a list or a count covers. */
export interface InstallationFilter {
  /** One of its ids, in full, or that of a customer who has ever been signed in on it. */
  readonly search?: string | undefined;
  readonly linkId?: string | undefined;
  readonly platform?: 'ios' | 'android' | 'other' | undefined;
  /** Part of manufacturer and model, ignoring case. */
  readonly device?: string | undefined;
  readonly seen?: TimeRange | undefined;
}

/** How their first opens were matched: some outcomes, none at all because the app has not asked, or any. */
export type WantedOutcomes = readonly string[] | 'unasked' | undefined;

export type InstallationFilterInput = Omit<InstallationFilter, 'seen'> & {
  readonly firstSeenAfter?: string | undefined;
  readonly firstSeenBefore?: string | undefined;
};

export function readInstallationFilter(input: InstallationFilterInput): InstallationFilter {
  const { firstSeenAfter, firstSeenBefore, ...filter } = input;
  return {
    ...filter,
    search: readSearch(filter.search),
    device: readSearch(filter.device),
    seen: readRange(firstSeenAfter, firstSeenBefore),
  };
}

const MATCHED = ['deterministic', 'fingerprint'] as const;
const OUTCOMES: Readonly<Record<MatchFilter, WantedOutcomes>> = {
  matched: MATCHED,
  deterministic: ['deterministic'],
  fingerprint: ['fingerprint'],
  test: ['test'],
  none: NO_MATCH_REASONS,
  unasked: 'unasked',
};

/** VALIDATION_ERROR for filters that no installation can pass together. */
export function readOutcomes({
  match,
  reason,
  linkId,
}: {
  readonly match?: MatchFilter | undefined;
  readonly reason?: NoMatchReason | undefined;
  readonly linkId?: string | undefined;
}): WantedOutcomes {
  if (reason !== undefined && match !== undefined && match !== 'none') {
    throw refusal('reason', `reason says why there is no match; leave out match=${match}`);
  }
  if (linkId === undefined) return reason === undefined ? match && OUTCOMES[match] : [reason];
  const other = reason === undefined ? match : 'none';
  if (other === 'none' || other === 'test' || other === 'unasked') {
    const given = reason === undefined ? `match=${other}` : 'reason';
    throw refusal('linkId', `linkId names the link of a match; leave out ${given}`);
  }
  return OUTCOMES[other ?? 'matched'];
}

function refusal(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', parameterFinding(field, 'not_allowed', message));
}

/** SQL: the outcome of a row of `receipt`, in the words of its index: how it was matched, or the reason why not. */
export const OUTCOME = sql.raw<string>('coalesce(receipt.match_type, receipt.reason)');

/** SQL: `match` and `reason` of the contract, from a row of `receipt` that may be missing. */
export const SHOWN_OUTCOME = sql.raw(`
  case when receipt.id is null then null when receipt.reason = 'test' then 'test'
    else coalesce(receipt.match_type, 'none') end as match,
  case when receipt.match_type is null then nullif(receipt.reason, 'test') end as reason`);

/** SQL: a project's installations that pass a filter, but for its link, as a condition on `installations`. */
export function installationsWhere(
  project: Pick<Project, 'id'>,
  filter: InstallationFilter,
): RawBuilder<boolean> {
  const { platform, device } = filter;
  const conditions = [
    sql<boolean>`installations.project_id = ${project.id}::uuid`,
    idsWhere(sql`installations.id`, project, filter),
    ...(platform === undefined
      ? []
      : [sql<boolean>`coalesce(${sql.raw(PLATFORM)}, 'other') = ${platform}`]),
    ...(device === undefined
      ? []
      : [
          sql<boolean>`lower(concat_ws(' ', device_manufacturer, device_model)) like lower(${patternOf(device)})`,
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

/** SQL: a project's receipts that pass a filter, but for what only installations know, as a condition on `receipt`. */
export function receiptsWhere(
  project: Pick<Project, 'id'>,
  filter: InstallationFilter,
): RawBuilder<boolean> {
  return sql`receipt.project_id = ${project.id}::uuid
    and ${idsWhere(sql`receipt.installation_id`, project, filter)} and ${linkWhere(project, filter)}`;
}

/** SQL: whether the match of `receipt` was to the link of the filter, if it has one. */
export function linkWhere(
  project: Pick<Project, 'id'>,
  { linkId }: InstallationFilter,
): RawBuilder<boolean> {
  return linkId === undefined
    ? sql`true`
    : sql`receipt.link_key = (
        select key from links where project_id = ${project.id}::uuid and id = ${linkId}::uuid
      )`;
}

/** SQL: what a filter says of the ids of installations; they begin with the time at which these were first seen. */
function idsWhere(
  column: RawBuilder<unknown>,
  project: Pick<Project, 'id'>,
  { search, seen: { from, to } = {} }: InstallationFilter,
): RawBuilder<boolean> {
  const conditions = [
    ...(from ? [sql<boolean>`${column} >= ${lowestIdAt(from.getTime())}::uuid`] : []),
    ...(to ? [sql<boolean>`${column} < ${lowestIdAt(to.getTime())}::uuid`] : []),
    // Looked up first, by the indexes of the ids, rather than on the way through all installations.
    ...(search === undefined
      ? []
      : [
          sql<boolean>`${column} = any(array(
            select id from installations as named
            where named.project_id = ${project.id}::uuid and ${hasId(search)}
            union all
            select installation_id from customer_periods
            where project_id = ${project.id}::uuid and customer_id = ${search}
          ))`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function hasId(search: string): RawBuilder<boolean> {
  const ids = ['client_id', 'device_id', 'persistent_device_id', 'customer_id'] as const;
  const conditions = [
    ...ids.map((column) => sql<boolean>`${sql.ref(`named.${column}`)} = ${search}`),
    sql<boolean>`named.metadata ->> 'userId' = ${search}`,
    ...(UUID_PATTERN.test(search) ? [sql<boolean>`named.id = ${search}::uuid`] : []),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}
