import { sql, type RawBuilder } from 'kysely';

/** SQL: the number by which rows of the ledger and of totals name a project. */
export function projectNumber(projectId: string): RawBuilder<number> {
  return sql`(select number from projects where id = ${projectId})`;
}
