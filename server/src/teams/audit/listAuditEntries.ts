import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type AuditEntry, readAuditEntry } from './AuditEntry.ts';

interface ObjectName {
  readonly kind: string;
  readonly id: string;
}

/** Newest first; `before` is the id of the last entry on the previous page. With `target`, only those about it: its history. */
export async function listAuditEntries(
  db: Db,
  project: Project,
  page: { readonly limit: number; readonly before?: string | undefined },
  target?: ObjectName,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('project_id', '=', project.id)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .$if(target !== undefined, (query) =>
      query.where('target_kind', '=', target?.kind ?? '').where('target_id', '=', target?.id ?? ''),
    )
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(readAuditEntry);
}
