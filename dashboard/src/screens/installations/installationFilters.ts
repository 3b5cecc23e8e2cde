import {
  MATCH_FILTERS,
  type MatchFilter,
  NO_MATCH_REASONS,
  type NoMatchReason,
} from '@fairlead/contract/matchReasons';
import type { QueryOf } from '@fairlead/contract/operation';
import type {
  countInstallations,
  listInstallations,
} from '@fairlead/contract/operations/dashboard/installations';
import { SEARCH_LIMITS } from '@fairlead/contract/searchLimits';
import { daysAfter, isDay, startOfDay } from '../../numbers/numbersWindow.ts';

export const PLATFORMS = [
  { value: 'ios', label: 'iPhone or iPad' },
  { value: 'android', label: 'Android' },
  { value: 'other', label: 'Other or unknown' },
] as const;

/** The filters of the Installations page as they are in its URL; both days are included. */
export interface InstallationFilters {
  /** One of its ids, in full. */
  readonly search?: string;
  readonly device?: string;
  readonly platform?: (typeof PLATFORMS)[number]['value'];
  readonly match?: MatchFilter;
  readonly reason?: NoMatchReason;
  readonly link?: string;
  readonly from?: string;
  readonly to?: string;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** What first opens that led to a link can be. */
export const OF_LINKS: readonly MatchFilter[] = ['matched', 'deterministic', 'fingerprint'];

/** The filters in a URL, without invalid ones and those that no installation passes together. */
export function readInstallationFilters(given: Record<string, unknown>): InstallationFilters {
  const { link, from, to } = given;
  const search = textOf(given['search'], SEARCH_LIMITS.installationIdLength);
  const device = textOf(given['device'], SEARCH_LIMITS.searchLength);
  const platform = PLATFORMS.find(({ value }) => value === given['platform'])?.value;
  const reason = NO_MATCH_REASONS.find((known) => known === given['reason']);
  const match = MATCH_FILTERS.find((known) => known === given['match']);
  const common = {
    ...(search !== undefined && { search }),
    ...(device !== undefined && { device }),
    ...(platform !== undefined && { platform }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
  if (typeof link === 'string' && ID.test(link)) {
    const fits = match !== undefined && OF_LINKS.includes(match);
    return { ...common, link, ...(fits && { match }) };
  }
  if (reason !== undefined) return { ...common, reason };
  return { ...common, ...(match !== undefined && { match }) };
}

function textOf(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, length) : undefined;
}

/** The same for the server, by the midnights of the person. */
export function queryOf(filters: InstallationFilters): QueryOf<typeof listInstallations> {
  const { match, reason } = filters;
  return {
    ...countQueryOf(filters),
    ...(match !== undefined && { match }),
    ...(reason !== undefined && { reason }),
  };
}

/** The same without the outcome, to count each. */
export function countQueryOf({
  match: _match,
  reason: _reason,
  link,
  from,
  to,
  ...others
}: InstallationFilters): QueryOf<typeof countInstallations> {
  return {
    ...others,
    ...(link !== undefined && { linkId: link }),
    ...(from !== undefined && { firstSeenAfter: startOfDay(from).toISOString() }),
    ...(to !== undefined && { firstSeenBefore: daysAfter(startOfDay(to), 1).toISOString() }),
  };
}
