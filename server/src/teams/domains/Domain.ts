import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A verified host on which links of one project answer. */
export interface Domain {
  readonly id: string;
  readonly projectId: string;
  /** Lower case, without a port. */
  readonly host: string;
  /**
   * Hosts that Firebase long links may lead to, including patterns such as `*.example.com`; empty: hosts that links of
   * the project lead to. Null if the domain does not answer long links.
   */
  readonly firebaseHosts: readonly string[] | null;
  /** Where visitors go who name no slug, and one that does not exist. */
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
}

export const DOMAIN_COLUMNS = [
  'id',
  'project_id',
  'host',
  'firebase_hosts',
  'root_url',
  'not_found_url',
] as const;

export function readDomain(
  row: Pick<Selectable<Database['domains']>, (typeof DOMAIN_COLUMNS)[number]>,
): Domain {
  return {
    id: row.id,
    projectId: row.project_id,
    host: row.host,
    firebaseHosts: row.firebase_hosts,
    rootUrl: row.root_url,
    notFoundUrl: row.not_found_url,
  };
}
