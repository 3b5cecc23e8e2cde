import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { assertUnhindered, readFolderRights } from './folderRights.ts';

/**
 * Deletes a folder without live links. Moving up to 100,000 links out is a change of many, with steps and progress, so
 * that a folder with links is a CONFLICT here.
 */
export function deleteFolder(db: Db, project: Project, actor: Actor, id: string): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const folder = await tx
      .selectFrom('folders')
      .select(['id', 'name'])
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      // Nothing is moved into it from now on.
      .forUpdate()
      .executeTakeFirst();
    if (!folder) throw new Problem('NOT_FOUND', 'Folder not found');
    assertUnhindered((await readFolderRights(tx, project, actor))(folder.id));
    const link = await tx
      .selectFrom('links')
      .select('id')
      .where('project_id', '=', project.id)
      .where('folder_id', '=', id)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (link) {
      const message = `Links are in the folder “${folder.name}”; move or delete them first`;
      throw new Problem('CONFLICT', message);
    }
    await tx
      .deleteFrom('folders')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .execute();
    await record({
      action: 'folder.deleted',
      target: { kind: 'folder', id: folder.id, name: folder.name },
    });
  });
}
