import type { ViewFilters } from '@fairlead/contract/operations/dashboard/linkViews';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A saved view of the list of links. */
export interface LinkView {
  readonly id: string;
  /** Null: the team's. */
  readonly userId: string | null;
  readonly name: string;
  readonly filters: ViewFilters;
  readonly columns: readonly string[];
  readonly createdAt: Date;
}

export function readLinkView(row: Selectable<Database['link_views']>): LinkView {
  const { id, name, filters, columns } = row;
  return { id, name, filters, columns, userId: row.user_id, createdAt: row.created_at };
}
