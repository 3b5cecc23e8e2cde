import { sql, type RawBuilder } from 'kysely';
import type { ExportRequest } from '@fairlead/contract/operations/exports';

/** The links of a project that an export or a list is about, as a condition on `links`. */
export function linksWhere(
  projectId: string,
  filters: Pick<ExportRequest, 'search' | 'createdAfter' | 'createdBefore'>,
): RawBuilder<boolean> {
  const conditions = [sql`links.project_id = ${projectId}::uuid`, sql`links.deleted_at is null`];
  if (filters.search !== undefined) {
    // The database lowers both, so that both are lowered by the same rules.
    const pattern = `%${filters.search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`links.search_text like lower(${pattern})`);
  }
  // Whole days in UTC; inclusive below, exclusive above (Rule: exports).
  if (filters.createdAfter !== undefined) {
    conditions.push(sql`links.created_at >= ${`${filters.createdAfter}T00:00:00Z`}::timestamptz`);
  }
  if (filters.createdBefore !== undefined) {
    conditions.push(sql`links.created_at < ${`${filters.createdBefore}T00:00:00Z`}::timestamptz`);
  }
  return sql.join(conditions, sql` and `) as RawBuilder<boolean>;
}
