import { operations } from '@fairlead/contract';
import { deleteLink as deleteLinkOf } from '../../links/deleteLink.ts';
import { changeManagedLink } from '../changeLink.ts';
import { route } from '../route.ts';

export const deleteLink = route(operations.deleteLink, async ({ app, caller, params }) => {
  await changeManagedLink(app, caller, params.id, {
    action: 'link.deleted',
    run: (db, project) => deleteLinkOf(db, project, params.id),
  });
  return { status: 200, body: { success: true } };
});
