import { operations } from '@fairlead/contract';
import { listFolders } from '#links/folders/listFolders.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const listFoldersRoute = route(operations.listFolders, async ({ app, caller }) => {
  const folders = await listFolders(app.db, caller.project);
  return {
    status: 200,
    body: { folders: folders.map((folder) => ({ ...renderFolder(folder), links: folder.links })) },
  };
});
