import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time, WELL_FORMED } from '../../schemas.ts';
import { Done } from './fields.ts';
import { LinkParams } from './links.ts';

/** What members write on the page of a link. */

const base = { api: 'dashboard', tag: 'Project links' } as const;
const CommentParams = Type.Object({ ...LinkParams.properties, commentId: Id() });

export const LinkComment = Shape('LinkComment', {
  id: Id(),
  author: Nullable(Type.Object({ userId: Id(), name: Type.String() }, closed)),
  text: Type.String({ description: 'Plain text, which may have several lines.' }),
  createdAt: Time(),
  editedAt: Nullable(Time()),
});
export type LinkComment = Static<typeof LinkComment>;

const body = Type.Object(
  {
    text: Type.String({
      ...WELL_FORMED,
      minLength: 1,
      maxLength: LIMITS.commentLength,
      pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$',
      patternMessage: 'must have no control characters except tabs and line breaks',
    }),
  },
  closed,
);
const bodyExample = { text: 'Printed 5,000 leaflets with this code on 12 November.' };

export const listLinkComments = operation({
  ...base,
  id: 'listLinkComments',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/comments',
  summary: 'List the comments on a link',
  auth: 'viewer',
  limitClass: 'read',
  params: LinkParams,
  replies: {
    200: {
      description: 'Newest last. Without an author: the account has been deleted.',
      schema: Shape('LinkCommentList', {
        comments: Type.Array(LinkComment, { maxItems: LIMITS.commentsPerLink }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const createLinkComment = operation({
  ...base,
  id: 'createLinkComment',
  method: 'POST',
  path: '/projects/{projectId}/links/{linkId}/comments',
  summary: 'Comment on a link',
  description: `409 where the link has ${limitText('commentsPerLink')} comments.`,
  auth: 'viewer',
  limitClass: 'create',
  params: LinkParams,
  body,
  bodyExample,
  replies: { 201: { description: 'The comment.', schema: LinkComment } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
});

export const updateLinkComment = operation({
  ...base,
  id: 'updateLinkComment',
  method: 'PUT',
  path: '/projects/{projectId}/links/{linkId}/comments/{commentId}',
  summary: 'Edit one’s own comment',
  auth: 'viewer',
  limitClass: 'create',
  params: CommentParams,
  body,
  bodyExample,
  replies: { 200: { description: 'The comment.', schema: LinkComment } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const deleteLinkComment = operation({
  ...base,
  id: 'deleteLinkComment',
  method: 'DELETE',
  path: '/projects/{projectId}/links/{linkId}/comments/{commentId}',
  summary: 'Delete a comment: one’s own, or any as admin or owner',
  auth: 'viewer',
  limitClass: 'create',
  params: CommentParams,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
