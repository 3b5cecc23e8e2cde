import type { Folder as FolderBody } from '@fairlead/contract/operations/dashboard/folders';
import type { Folder } from '#links/folders/Folder.ts';

export function renderFolder({ id, name, createdAt }: Folder): FolderBody {
  return { id, name, createdAt: createdAt.toISOString() };
}
