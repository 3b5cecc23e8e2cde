import type { LINK_SORTS } from '@fairlead/contract/linkFilters';
import { readRange, type TimeRange } from '#platform/lib/timeRange.ts';
import { type LinkFilter, type LinkFilterInput, readLinkFilter } from './linkFilter.ts';

type LinkSort = (typeof LINK_SORTS)[number] | 'deletedAt';

/** The filters and the order of the Links page (Rule: exports 2). */
export interface LinkQuery extends LinkFilter {
  /** The range in which numbers are counted. */
  readonly active: TimeRange;
  readonly sortBy: LinkSort;
  readonly sortOrder: 'asc' | 'desc';
}

type LinkQueryInput = LinkFilterInput & {
  readonly activeAfter?: string;
  readonly activeBefore?: string;
  readonly sortBy?: LinkSort;
  readonly sortOrder?: 'asc' | 'desc';
};

/** Reads the filters as they arrive in a request. */
export function readLinkQuery({ activeAfter, activeBefore, ...input }: LinkQueryInput): LinkQuery {
  return {
    ...readLinkFilter(input),
    active: readRange(activeAfter, activeBefore),
    sortBy: input.sortBy ?? 'createdAt',
    sortOrder: input.sortOrder ?? 'desc',
  };
}
