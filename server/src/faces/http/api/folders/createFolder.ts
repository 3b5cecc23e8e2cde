import { operations } from '@fairlead/contract';
import { createFolder } from '#links/folders/writeFolder.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const createFolderRoute = route(operations.createFolder, async ({ app, caller, body }) => {
  const { user, project } = caller;
  const folder = await createFolder(app.db, project, actorOf(user), body);
  return { status: 201, body: renderFolder(folder, caller) };
});
