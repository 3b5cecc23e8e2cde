import { operations } from '@fairlead/contract';
import { deleteLink } from '../../../links/deleteLink.ts';
import { changeManagedLink } from './changeLink.ts';
import { route } from '../../routing/route.ts';

export const deleteLinkRoute = route(operations.deleteLink, async ({ app, caller, params }) => {
  await changeManagedLink(app, caller, params.id, {
    action: 'link.deleted',
    run: (db, project) => deleteLink(db, project, params.id),
  });
  return { status: 200, body: { success: true } };
});
