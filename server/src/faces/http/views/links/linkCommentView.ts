import type { LinkComment as CommentResource } from '@fairlead/contract/operations/dashboard/linkComments';
import type { LinkComment } from '#links/changing/comments/LinkComment.ts';

export function renderLinkComment(comment: LinkComment): CommentResource {
  return {
    id: comment.id,
    author: comment.author,
    text: comment.text,
    createdAt: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
  };
}
