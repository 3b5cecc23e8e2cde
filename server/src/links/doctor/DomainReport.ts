import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { DomainFinding, Verdict } from './Finding.ts';

/** What one examination of a domain found. */
export interface DomainReport {
  readonly id: string;
  readonly host: string;
  readonly examinedAt: Date;
  readonly verdict: Verdict;
  readonly findings: readonly DomainFinding[];
}

export function readReport(
  row: Selectable<Database['domain_reports']>,
  host: string,
): DomainReport {
  return {
    id: row.id,
    host,
    examinedAt: row.examined_at,
    verdict: row.verdict,
    // Only `recordReport` writes it.
    findings: (row.report as { findings: DomainFinding[] }).findings,
  };
}
