import { operations } from '@fairlead/contract';
import { listLinkComments } from '#links/changing/comments/listLinkComments.ts';
import { route } from '../../../routing/route.ts';
import { renderLinkComment } from '../../../views/links/linkCommentView.ts';

export const listLinkCommentsRoute = route(
  operations.listLinkComments,
  async ({ app, caller, params }) => {
    const comments = await listLinkComments(app.db, caller.project, params.linkId);
    return { status: 200, body: { comments: comments.map(renderLinkComment) } };
  },
);
