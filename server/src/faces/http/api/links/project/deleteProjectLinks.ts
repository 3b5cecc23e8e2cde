import { operations } from '@fairlead/contract';
import { actorOf } from '#teams/audit/actorOf.ts';
import { deleteProjectLinks } from '#links/changing/deleteProjectLinks.ts';
import { renderRefusedLinks } from '../../../views/links/refusedLinksView.ts';
import { route } from '../../../routing/route.ts';

export const deleteProjectLinksRoute = route(
  operations.deleteProjectLinks,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    const { changed, refused } = await deleteProjectLinks(app.db, project, actorOf(user), body.ids);
    return { status: 200, body: { deleted: changed.length, refused: renderRefusedLinks(refused) } };
  },
);
