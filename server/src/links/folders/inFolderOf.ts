import { finding } from '@fairlead/contract/finding';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';

/**
 * Does `work` that puts links into a folder, which nobody can delete until it is done. VALIDATION_ERROR for `folderId`
 * of the body, or of its property `within`, if the project has no such folder. Null and undefined: no folder is needed.
 */
export function inFolderOf<R>(
  db: Db,
  project: Pick<Project, 'id'>,
  folderId: string | null | undefined,
  within: string | null,
  work: (tx: Db) => Promise<R>,
): Promise<R> {
  if (folderId === undefined || folderId === null) return work(db);
  return inTransaction(db, async (tx) => {
    const folder = await tx
      .selectFrom('folders')
      .select('id')
      .where('project_id', '=', project.id)
      .where('id', '=', folderId)
      .forKeyShare()
      .executeTakeFirst();
    if (folder) return work(tx);
    const path = within === null ? ['folderId'] : [within, 'folderId'];
    const message = `${path.join('.')} must be the id of a folder of the project; listFolders lists them`;
    throw new Problem('VALIDATION_ERROR', [finding(path, 'unknown', message)]);
  });
}
