import { operations } from '@fairlead/contract';
import { updateFolder } from '#links/folders/writeFolder.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const updateFolderRoute = route(
  operations.updateFolder,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const folder = await updateFolder(app.db, project, actorOf(user), params.folderId, body);
    return { status: 200, body: renderFolder(folder, caller) };
  },
);
