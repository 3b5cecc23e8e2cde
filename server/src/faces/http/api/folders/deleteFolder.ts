import { operations } from '@fairlead/contract';
import { deleteFolder } from '#links/folders/deleteFolder.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const deleteFolderRoute = route(operations.deleteFolder, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await deleteFolder(app.db, project, actorOf(user), params.folderId);
  return { status: 200, body: { success: true } };
});
