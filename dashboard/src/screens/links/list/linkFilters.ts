import type { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import type { QueryOf } from '@fairlead/contract/operation';
import type { Facts } from '../../../numbers/factsOfUrl.ts';
import { LIMITS, TAGS_LENGTH } from '@fairlead/contract/limits';

type LinkQuery = Omit<
  QueryOf<typeof listProjectLinks>,
  'with' | 'ids' | 'limit' | 'cursor' | keyof Facts
>;

const SHOWN = ['archived', 'expired', 'proposed', 'deleted', 'all'] as const;
/** Which links the list shows instead of those in use, which are all that are not archived. */
export type Shown = (typeof SHOWN)[number];

/** The filters of the Links page as they are in its URL. */
export type LinkFilters = Omit<LinkQuery, 'archived' | 'expired' | 'proposed' | 'deleted'> & {
  show?: Shown;
  /** Id of the saved view that was opened; it changes nothing by itself. */
  view?: string;
};
export type LinkSort = NonNullable<LinkFilters['sortBy']>;

const SORTS: readonly LinkSort[] = [
  'createdAt',
  'clickCount',
  'installCount',
  'name',
  'lastClickedAt',
  'deletedAt',
];
const FOLDER = /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filters in a URL, without invalid ones. */
export function readLinkFilters(search: Record<string, unknown>): LinkFilters {
  const filters: LinkFilters = { ...readFolder(search['folder']), ...readView(search['view']) };
  for (const [name, length] of [
    ['search', LIMITS.searchLength],
    ['tag', TAGS_LENGTH],
  ] as const) {
    const text = search[name];
    if (typeof text === 'string' && text !== '') filters[name] = text.slice(0, length);
    else if (typeof text === 'number') filters[name] = String(text);
  }
  const show = SHOWN.find((known) => known === search['show']);
  if (show !== undefined) filters.show = show;
  for (const name of ['createdAfter', 'createdBefore'] as const) {
    const value = search[name];
    if (typeof value === 'string' && DAY.test(value)) filters[name] = value;
  }
  for (const name of ['activeAfter', 'activeBefore'] as const) {
    const value = search[name];
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) filters[name] = value;
  }
  const { sortBy, sortOrder } = search;
  const sort = SORTS.find((known) => known === sortBy);
  if (sort !== undefined) filters.sortBy = sort;
  if (sortOrder === 'asc' || sortOrder === 'desc') filters.sortOrder = sortOrder;
  return filters;
}

function readFolder(folder: unknown): LinkFilters {
  return typeof folder === 'string' && FOLDER.test(folder) ? { folder } : {};
}

function readView(view: unknown): LinkFilters {
  return typeof view === 'string' && view !== '' ? { view } : {};
}

const QUERIES: Readonly<Record<Shown, LinkQuery>> = {
  archived: { archived: true },
  expired: { expired: true },
  proposed: { proposed: true },
  deleted: { deleted: true, sortBy: 'deletedAt' },
  all: {},
};

/** The same for the server. */
export function queryOf({ show, view: _view, ...filters }: LinkFilters): LinkQuery {
  return { ...(show === undefined ? { archived: false } : QUERIES[show]), ...filters };
}

/** Which links are meant, without their order and the range in which their numbers are counted. */
export function selectionOf(filters: LinkFilters) {
  const {
    activeAfter: _after,
    activeBefore: _before,
    sortBy: _sortBy,
    sortOrder: _sortOrder,
    ...selection
  } = queryOf(filters);
  return selection;
}

/** Whether anything narrows the list or its numbers. */
export function isFiltered({
  sortBy: _sortBy,
  sortOrder: _order,
  view: _view,
  ...rest
}: LinkFilters): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
