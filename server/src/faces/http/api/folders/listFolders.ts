import { operations } from '@fairlead/contract';
import { readFolderRights } from '#links/folders/folderRights.ts';
import { listFolders } from '#links/folders/listFolders.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const listFoldersRoute = route(operations.listFolders, async ({ app, caller }) => {
  const { user, project } = caller;
  const [folders, hindranceOf] = await Promise.all([
    listFolders(app.db, project),
    readFolderRights(app.db, project, actorOf(user)),
  ]);
  return {
    status: 200,
    body: {
      folders: folders.map((folder) => ({
        ...renderFolder(folder, caller, hindranceOf),
        links: folder.links,
      })),
      mayEditOutside: hindranceOf(null) === null,
    },
  };
});
