export type LinkSort = 'createdAt' | 'clickCount' | 'name' | 'lastClickedAt';

/** The filters and the order of the Links page (Rule: exports 2). */
export interface LinkQuery {
  readonly search: string | undefined;
  /** Inclusive. */
  readonly createdFrom: Date | undefined;
  /** Exclusive. */
  readonly createdTo: Date | undefined;
  /** Window in which numbers are counted; inclusive below, exclusive above. */
  readonly activeFrom: Date | undefined;
  readonly activeTo: Date | undefined;
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

/** Reads the filters as the wire brings them; reversed bounds are swapped. */
export function readLinkQuery(input: LinkQueryInput): LinkQuery {
  const created = inOrder(input.createdAfter, input.createdBefore);
  const active = inOrder(input.activeAfter, input.activeBefore);
  return {
    search: input.search?.trim() || undefined,
    createdFrom: created[0],
    createdTo: created[1],
    activeFrom: active[0],
    activeTo: active[1],
    sortBy: input.sortBy ?? 'createdAt',
    sortOrder: input.sortOrder ?? 'desc',
  };
}

function inOrder(from: string | undefined, to: string | undefined) {
  const [a, b] = [from, to].map((text) => (text === undefined ? undefined : new Date(text)));
  return a && b && a > b ? [b, a] : [a, b];
}
