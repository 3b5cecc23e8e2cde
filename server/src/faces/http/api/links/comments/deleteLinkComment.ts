import { operations } from '@fairlead/contract';
import { deleteLinkComment } from '#links/changing/comments/writeLinkComment.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';

export const deleteLinkCommentRoute = route(
  operations.deleteLinkComment,
  async ({ app, caller, params }) => {
    const { project, user, role } = caller;
    await deleteLinkComment(app.db, project, { actor: actorOf(user), role }, params);
    return { status: 200, body: { success: true } };
  },
);
