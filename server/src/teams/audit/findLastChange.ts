import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { type AuditEntry, readAuditEntry } from './AuditEntry.ts';

/** The newest entry about one target, if there is one at or after `since`. */
export async function findLastChange(
  db: Db,
  project: Pick<Project, 'id'>,
  target: { readonly kind: string; readonly id: string },
  since: Date,
): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('at', '>=', since)
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readAuditEntry(row);
}
