import { LIMITS } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import type { Installation } from './Installation.ts';

/** Whose an installation was, from when to when. */
export interface CustomerPeriod {
  readonly customerId: string;
  readonly since: Date;
  /** Null: it still is. */
  readonly until: Date | null;
  readonly saidBy: 'app' | 'server';
  /** Whether an app had a proof; null: of a server, or not known. */
  readonly proved: boolean | null;
  /** From when on it decides nothing, because a server has named the customer on another installation; null: it does. */
  readonly outrankedAt: Date | null;
}

/** The last ones of an installation, the newest first. */
export async function listCustomerPeriods(
  db: Db,
  { id, projectId }: Pick<Installation, 'id' | 'projectId'>,
): Promise<CustomerPeriod[]> {
  const rows = await db
    .selectFrom('customer_periods')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('installation_id', '=', id)
    .orderBy('since', 'desc')
    .limit(LIMITS.pageSize)
    .execute();
  return rows.map((row) => ({
    customerId: row.customer_id,
    since: row.since,
    until: row.until,
    saidBy: row.said_by,
    proved: row.proved,
    outrankedAt: row.outranked_at,
  }));
}
