import type { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import type { QueryOf } from '@fairlead/contract/operation';

/** The filters of the Links page as they are in its URL; the export takes the same ones. */
export type LinkFilters = Omit<QueryOf<typeof listProjectLinks>, 'with' | 'limit' | 'cursor'>;
export type LinkSort = NonNullable<LinkFilters['sortBy']>;

const SORTS: readonly LinkSort[] = ['createdAt', 'clickCount', 'name', 'lastClickedAt'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filters in a URL, without invalid ones. */
export function readLinkFilters(search: Record<string, unknown>): LinkFilters {
  const filters: LinkFilters = {};
  const { search: text, sortBy, sortOrder } = search;
  if (typeof text === 'string' && text !== '') filters.search = text.slice(0, 255);
  else if (typeof text === 'number') filters.search = String(text);
  for (const name of ['createdAfter', 'createdBefore'] as const) {
    const value = search[name];
    if (typeof value === 'string' && DAY.test(value)) filters[name] = value;
  }
  for (const name of ['activeAfter', 'activeBefore'] as const) {
    const value = search[name];
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) filters[name] = value;
  }
  const sort = SORTS.find((known) => known === sortBy);
  if (sort !== undefined) filters.sortBy = sort;
  if (sortOrder === 'asc' || sortOrder === 'desc') filters.sortOrder = sortOrder;
  return filters;
}

/** Whether anything narrows the list or its numbers. */
export function isFiltered({ sortBy: _sortBy, sortOrder: _order, ...rest }: LinkFilters): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
