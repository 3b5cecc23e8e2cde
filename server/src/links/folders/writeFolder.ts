import { finding } from '@fairlead/contract/finding';
import { limitText } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import { EDITORS, type EditedFolder, readFolder } from './Folder.ts';
import { assertUnhindered, readFolderRights } from './folderRights.ts';

const ROOM = {
  table: 'folders',
  limit: 'foldersPerProject',
  message: `A project can have ${limitText('foldersPerProject')} folders; delete one first`,
} as const;

/** CONFLICT if the project has a folder of this name, or as many as it can have. */
export function createFolder(
  db: Db,
  project: Project,
  actor: Actor,
  input: { readonly name: string },
): Promise<EditedFolder> {
  const name = input.name.trim();
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async () => {
      await assertFree(tx, project, name);
      await assertRoom(tx, project, ROOM);
      const row = await tx
        .insertInto('folders')
        .values({ id: newId(), project_id: project.id, name })
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({ action: 'folder.created', target: { kind: 'folder', id: row.id, name } });
      return { ...readFolder(row), editors: [] };
    }),
  );
}

interface FolderChanges {
  readonly name?: string;
  readonly locked?: boolean;
  readonly editors?: readonly string[];
}

/**
 * Renames a folder, or sets who changes its links; omitted properties stay. CONFLICT if the project has another folder of
 * this name, FORBIDDEN if the folder is locked for the actor, VALIDATION_ERROR if it would be from now on.
 */
export function updateFolder(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  { name, locked, editors }: FolderChanges,
): Promise<EditedFolder> {
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async () => {
      assertUnhindered((await readFolderRights(tx, project, actor))(id));
      if (name !== undefined) await assertFree(tx, project, name.trim(), id);
      const row = await tx
        .updateTable('folders')
        .set({
          // So that a change of nothing is one too.
          project_id: project.id,
          ...(name !== undefined && { name: name.trim() }),
          ...(locked !== undefined && { locked }),
        })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Problem('NOT_FOUND', 'Folder not found');
      if (editors !== undefined) await setEditors(tx, project, row.id, editors);
      if ((await readFolderRights(tx, project, actor))(row.id) !== null) {
        const message =
          'editors must contain you if the folder is locked: you could not unlock it again';
        throw new Problem('VALIDATION_ERROR', [finding('editors', 'not_allowed', message)]);
      }
      await record({
        action: name === undefined ? 'folder.updated' : 'folder.renamed',
        target: { kind: 'folder', id: row.id, name: row.name },
        details: { ...(locked !== undefined && { locked }), ...(editors && { editors }) },
      });
      return getFolder(tx, project, row.id);
    }),
  );
}

async function setEditors(
  tx: Db,
  project: Project,
  folderId: string,
  editors: readonly string[],
): Promise<void> {
  const wanted = [...new Set(editors.map((id) => id.toLowerCase()))];
  await tx
    .deleteFrom('folder_editors')
    .where('project_id', '=', project.id)
    .where('folder_id', '=', folderId)
    .execute();
  const { numAffectedRows } = await sql`
    insert into folder_editors (project_id, folder_id, user_id)
    select project_id, ${folderId}::uuid, user_id from project_members
    where project_id = ${project.id}::uuid and user_id = any(${wanted}::uuid[])
    for key share`.execute(tx);
  if (Number(numAffectedRows ?? 0) === wanted.length) return;
  const message = 'editors must be ids of members of the project; listMembers lists them';
  throw new Problem('VALIDATION_ERROR', [finding('editors', 'unknown', message)]);
}

async function getFolder(db: Db, project: Project, id: string): Promise<EditedFolder> {
  const row = await db
    .selectFrom('folders')
    .selectAll()
    .select(EDITORS.as('editors'))
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...readFolder(row), editors: row.editors };
}

async function assertFree(db: Db, project: Project, name: string, but?: string): Promise<void> {
  const taken = await db
    .selectFrom('folders')
    .select('id')
    .where('project_id', '=', project.id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  if (taken === undefined || taken.id === but?.toLowerCase()) return;
  throw new Problem('CONFLICT', `There is a folder “${name}” already; choose another name`);
}
