import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Export, readExport } from './Export.ts';
import { findExport } from './findExport.ts';

/**
 * Cancels an export that has not ended yet; the current run notices and leaves no file. NOT_FOUND for
 * one of another project, CONFLICT for one that has ended.
 */
export async function cancelExport(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<Export> {
  const canceled = await changeProject(db, project, actor, async (tx, record) => {
    const row = await cancel(tx, project, id);
    if (row) {
      const name = row.filters.kind ?? 'links';
      await record({ action: 'export.canceled', target: { kind: 'export', id, name } });
    }
    return row;
  });
  if (canceled) return canceled;
  const ended = await findExport(db, project, id);
  if (!ended) throw new Problem('NOT_FOUND', 'Export not found');
  throw new Problem('CONFLICT', `The export is ${ended.status} and cannot be canceled any more`);
}

async function cancel(db: Db, project: Project, id: string): Promise<Export | undefined> {
  const row = await db
    .updateTable('exports')
    .set({ status: 'failed', error: 'The export was canceled', finished_at: new Date() })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returningAll()
    .executeTakeFirst();
  return row && readExport(row);
}
