import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';

/**
 * Why somebody may not change the links of a folder or put links into it, and what to do; null if they may. The folder
 * null: links in no folder.
 */
export type FolderHindrance = (folderId: string | null) => string | null;

/** A folder to one member; all null: none that is special to them. */
interface Standing {
  readonly name: string | null;
  readonly locked: boolean | null;
  readonly edited: boolean | null;
}

interface Rights extends Standing {
  readonly role: ProjectRole;
  readonly id: string | null;
}

/** The rule: why a member may not change the links of a folder, or of none, and what to do; null if they may. */
export function hindranceIn(role: ProjectRole, folder: Standing | undefined): string | null {
  if (role === 'owner' || folder?.edited) return null;
  if (folder?.locked) {
    return `The folder “${folder.name}” is locked: only the owner of the project and the editors of the folder change it and its links; ask one of them`;
  }
  if (role === 'admin') return null;
  return 'Your role is viewer: you may change links in the folders that you edit, and no others; ask an admin or the owner of the project';
}

/** What the folders of a project allow somebody. They limit people alone, neither application keys (null is one, too) nor the operator. */
export async function readFolderRights(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor | null,
): Promise<FolderHindrance> {
  if (author?.kind !== 'user') return () => null;
  const { rows } = await sql<Rights>`
    select member.role, special.*
    from project_members as member left join lateral (
      select folders.id, folders.name, folders.locked, editor.user_id is not null as edited
      from folders left join folder_editors as editor
        on editor.folder_id = folders.id and editor.user_id = member.user_id
      where folders.project_id = member.project_id and (folders.locked or editor.user_id is not null)
    ) as special on true
    where member.project_id = ${project.id}::uuid and member.user_id = ${author.id}::uuid`.execute(
    db,
  );
  const role = rows[0]?.role;
  const special = new Map(rows.map((row) => [row.id, row]));
  return (folderId) => {
    if (role === undefined) return 'You are not a member of the project any more';
    return hindranceIn(role, folderId === null ? undefined : special.get(folderId.toLowerCase()));
  };
}

/** Throws FORBIDDEN if there is a hindrance. */
export function assertUnhindered(hindrance: string | null): void {
  if (hindrance !== null) throw new Problem('FORBIDDEN', hindrance);
}

/** Throws FORBIDDEN for a viewer who edits no folder: there is no link that they may change. */
export async function assertEditor(
  db: Db,
  projectId: string,
  user: { readonly id: string },
  role: ProjectRole,
): Promise<void> {
  if (role !== 'viewer') return;
  const folder = await db
    .selectFrom('folder_editors')
    .select('folder_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst();
  if (folder) return;
  throw new Problem(
    'FORBIDDEN',
    'This needs the role admin or owner, or a folder that you edit; your role is viewer',
  );
}
