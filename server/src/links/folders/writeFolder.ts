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
import { type Folder, readFolder } from './Folder.ts';

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
): Promise<Folder> {
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
      return readFolder(row);
    }),
  );
}

/** CONFLICT if the project has another folder of this name. */
export function renameFolder(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  input: { readonly name: string },
): Promise<Folder> {
  const name = input.name.trim();
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async () => {
      await assertFree(tx, project, name, id);
      const row = await tx
        .updateTable('folders')
        .set({ name })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Problem('NOT_FOUND', 'Folder not found');
      await record({ action: 'folder.renamed', target: { kind: 'folder', id: row.id, name } });
      return readFolder(row);
    }),
  );
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
