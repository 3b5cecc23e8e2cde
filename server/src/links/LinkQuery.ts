import { readRange, type TimeRange } from '../lib/timeRange.ts';
import { readSearch } from './linkFilter.ts';

type LinkSort = 'createdAt' | 'clickCount' | 'name' | 'lastClickedAt';

/** The filters and the order of the Links page (Rule: exports 2). */
export interface LinkQuery {
  readonly search: string | undefined;
  readonly created: TimeRange;
  /** The range in which numbers are counted. */
  readonly active: TimeRange;
  readonly sortBy: LinkSort;
  readonly sortOrder: 'asc' | 'desc';
}

interface LinkQueryInput {
  readonly search?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly activeAfter?: string;
  readonly activeBefore?: string;
  readonly sortBy?: LinkSort;
  readonly sortOrder?: 'asc' | 'desc';
}

/** Reads the filters as they arrive in a request. */
export function readLinkQuery(input: LinkQueryInput): LinkQuery {
  return {
    search: readSearch(input.search),
    created: readRange(input.createdAfter, input.createdBefore),
    active: readRange(input.activeAfter, input.activeBefore),
    sortBy: input.sortBy ?? 'createdAt',
    sortOrder: input.sortOrder ?? 'desc',
  };
}
