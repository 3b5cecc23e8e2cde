import type { Folder as FolderBody } from '@fairlead/contract/operations/dashboard/folders';
import type { EditedFolder } from '#links/folders/Folder.ts';
import type { FolderHindrance } from '#links/folders/folderRights.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';

/** Whoever has just written a folder may change it. */
const UNHINDERED: FolderHindrance = () => null;

export function renderFolder(
  { id, name, createdAt, locked, editors }: EditedFolder,
  { role }: { readonly role: ProjectRole },
  hindranceOf = UNHINDERED,
): FolderBody {
  const mayEdit = hindranceOf(id) === null;
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    locked,
    editors: [...editors],
    mayEdit,
    mayManage: mayEdit && role !== 'viewer',
  };
}
