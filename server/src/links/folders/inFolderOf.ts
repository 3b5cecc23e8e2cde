import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { folderUnknown } from './findFolders.ts';
import { assertUnhindered, readFolderRights } from './folderRights.ts';

interface Placing {
  readonly author: Actor | null;
  /** Null: into none. Undefined: links stay where they are. */
  readonly folderId: string | null | undefined;
  /** The property of the body that has the `folder`. */
  readonly within?: string;
}

/**
 * Does `work` that puts links into a folder, which nobody can delete until it is done. VALIDATION_ERROR for `folder`
 * if the project has no such folder, FORBIDDEN if the author may not put links there.
 */
export async function inFolderOf<R>(
  db: Db,
  project: Pick<Project, 'id'>,
  { author, folderId, within }: Placing,
  work: (tx: Db) => Promise<R>,
): Promise<R> {
  if (folderId === undefined) return work(db);
  if (folderId === null) {
    assertUnhindered((await readFolderRights(db, project, author))(null));
    return work(db);
  }
  return inTransaction(db, async (tx) => {
    const folder = await tx
      .selectFrom('folders')
      .select('id')
      .where('project_id', '=', project.id)
      .where('id', '=', folderId)
      .forKeyShare()
      .executeTakeFirst();
    if (!folder) throw new Problem('VALIDATION_ERROR', [folderUnknown(within)]);
    assertUnhindered((await readFolderRights(tx, project, author))(folder.id));
    return work(tx);
  });
}
