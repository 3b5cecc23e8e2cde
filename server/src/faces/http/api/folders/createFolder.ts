import { operations } from '@fairlead/contract';
import { createFolder } from '#links/folders/writeFolder.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderFolder } from '../../views/links/folderView.ts';

export const createFolderRoute = route(operations.createFolder, async ({ app, caller, body }) => {
  const folder = await createFolder(app.db, caller.project, actorOf(caller.user), body);
  return { status: 201, body: renderFolder(folder) };
});
