import type { Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A verified host on which links of one project answer. */
export interface Domain {
  readonly id: string;
  readonly projectId: string;
  /** Lower case, without a port. */
  readonly host: string;
  /**
   * Where long links of Firebase Dynamic Links may lead, `*.example.com` included; empty: where links of the project lead.
   * Null where the domain answers none.
   */
  readonly firebaseHosts: readonly string[] | null;
}

export const DOMAIN_COLUMNS = ['id', 'project_id', 'host', 'firebase_hosts'] as const;

export function readDomain(
  row: Pick<Selectable<Database['domains']>, (typeof DOMAIN_COLUMNS)[number]>,
): Domain {
  return {
    id: row.id,
    projectId: row.project_id,
    host: row.host,
    firebaseHosts: row.firebase_hosts,
  };
}
