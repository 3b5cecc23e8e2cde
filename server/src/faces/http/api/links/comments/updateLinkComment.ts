import { operations } from '@fairlead/contract';
import { updateLinkComment } from '#links/changing/comments/writeLinkComment.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';
import { renderLinkComment } from '../../../views/links/linkCommentView.ts';

export const updateLinkCommentRoute = route(
  operations.updateLinkComment,
  async ({ app, caller, params, body }) => {
    const { project, user } = caller;
    const edited = await updateLinkComment(app.db, project, actorOf(user), { ...params, ...body });
    return { status: 200, body: renderLinkComment(edited) };
  },
);
