import { operations } from '@fairlead/contract';
import { createLinkComment } from '#links/changing/comments/writeLinkComment.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../../routing/route.ts';
import { renderLinkComment } from '../../../views/links/linkCommentView.ts';

export const createLinkCommentRoute = route(
  operations.createLinkComment,
  async ({ app, caller, params, body }) => {
    const { project, user } = caller;
    const { linkId } = params;
    const made = await createLinkComment(app.db, project, actorOf(user), { linkId, ...body });
    return { status: 201, body: renderLinkComment(made) };
  },
);
