import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import { newId } from '#platform/lib/uuid.ts';
import { type DomainReport, readReport } from './DomainReport.ts';
import { type DomainFinding, verdictOf } from './Finding.ts';

/** How many reports per domain are kept. */
const KEPT = 50;

/** Stores what an examination found, and returns it with the previous report. */
export function recordReport(
  db: Db,
  domain: { readonly id: string; readonly host: string },
  findings: readonly DomainFinding[],
  now = new Date(),
): Promise<{ report: DomainReport; previous: DomainReport | null }> {
  return inTransaction(db, async (tx) => {
    // Two simultaneous examinations must not both follow the same report.
    await sql`select from domains where id = ${domain.id} for no key update`.execute(tx);
    const [before] = await listReports(tx, domain, 1);
    const row = await tx
      .insertInto('domain_reports')
      .values({
        id: newId(),
        domain_id: domain.id,
        examined_at: now,
        verdict: verdictOf(findings),
        report: { findings },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sql`
      delete from domain_reports where domain_id = ${domain.id} and id in (
        select id from domain_reports where domain_id = ${domain.id}
        order by examined_at desc, id desc offset ${KEPT})`.execute(tx);
    return { report: readReport(row, domain.host), previous: before ?? null };
  });
}

/** The reports of a domain, the newest first. */
export async function listReports(
  db: Db,
  domain: { readonly id: string; readonly host: string },
  limit = KEPT,
): Promise<DomainReport[]> {
  const rows = await db
    .selectFrom('domain_reports')
    .selectAll()
    .where('domain_id', '=', domain.id)
    .orderBy('examined_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => readReport(row, domain.host));
}
