import { operations } from '@fairlead/contract';
import { renameFolder } from '#links/folders/writeFolder.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const renameFolderRoute = route(
  operations.renameFolder,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const folder = await renameFolder(app.db, project, actorOf(user), params.folderId, body);
    return { status: 200, body: renderFolder(folder) };
  },
);
