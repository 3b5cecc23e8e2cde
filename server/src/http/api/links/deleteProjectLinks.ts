import { operations } from '@fairlead/contract';
import { actorOf } from '../../../audit/actorOf.ts';
import { deleteLinks } from '../../../links/deleteLinks.ts';
import { route } from '../../routing/route.ts';

export const deleteProjectLinksRoute = route(
  operations.deleteProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const links = await deleteLinks(app.db, project, actorOf(user), body.ids);
    return { status: 200, body: { deleted: links.length } };
  },
);
