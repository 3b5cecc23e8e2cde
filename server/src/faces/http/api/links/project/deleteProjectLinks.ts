import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { deleteProjectLinks } from '#links/changing/deleteProjectLinks.ts';
import { route } from '../../../routing/route.ts';

export const deleteProjectLinksRoute = route(
  operations.deleteProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const links = await deleteProjectLinks(app.db, project, actorOf(user), body.ids);
    return { status: 200, body: { deleted: links.length } };
  },
);
