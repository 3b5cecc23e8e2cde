import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { DnsCheck } from './verification/checkDns.ts';

/** A domain as its project sees it, verified or not. */
export interface ProjectDomain {
  readonly id: string;
  readonly projectId: string;
  /** Lower case, without a port. */
  readonly host: string;
  readonly verificationToken: string;
  readonly verifiedAt: Date | null;
  readonly isPrimary: boolean;
  /** A subdomain of LINK_DOMAIN: there is nothing to verify. */
  readonly given: boolean;
  /** As in `Domain`. */
  readonly firebaseHosts: readonly string[] | null;
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  /** What the last check found; null before the first. */
  readonly check: DnsCheck | null;
  /** The number of live links on it. */
  readonly linkCount: number;
}

type Row = Selectable<Database['domains']> & { readonly link_count: number | string | bigint };

export function readProjectDomain(row: Row): ProjectDomain {
  return {
    id: row.id,
    projectId: row.project_id,
    host: row.host,
    verificationToken: row.verification_token,
    verifiedAt: row.verified_at,
    isPrimary: row.is_primary,
    given: row.given,
    firebaseHosts: row.firebase_hosts,
    rootUrl: row.root_url,
    notFoundUrl: row.not_found_url,
    createdAt: row.created_at,
    checkedAt: row.checked_at,
    // Only `recordCheck` writes it.
    check: row.check_result as unknown as DnsCheck | null,
    linkCount: Number(row.link_count),
  };
}
