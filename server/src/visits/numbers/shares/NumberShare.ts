import type { NumberShare as NumberShareBody } from '@fairlead/contract/operations/dashboard/shares';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A page of numbers that anybody may read who has its address. */
export interface NumberShare {
  readonly id: string;
  readonly projectId: string;
  /** Null: of the whole project. */
  readonly linkId: string | null;
  readonly name: string;
  /** Only of clicks with these, as a query has them. */
  readonly facts: NumberShareBody['facts'];
  readonly showsEvents: boolean;
  /** The notes of the project, without who wrote them. */
  readonly showsNotes: boolean;
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

export function readNumberShare(row: Selectable<Database['number_shares']>): NumberShare {
  return {
    id: row.id,
    projectId: row.project_id,
    linkId: row.link_id,
    name: row.name,
    facts: row.facts,
    showsEvents: row.shows_events,
    showsNotes: row.shows_notes,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
  };
}
