import { Type, type Static } from '@sinclair/typebox';
import { ETAG } from '../../conditionalUpdate.ts';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, oneOf, Shape, Time } from '../../schemas.ts';
import { Cursor } from './fields.ts';
import { LinkParams, ProjectLink } from './links.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

export const ChangedField = Type.Object(
  {
    field: Type.String({ description: 'Its name in the link, such as `iosUrl`.' }),
    before: Type.Unknown({ description: 'Null: the field was empty.' }),
    after: Type.Unknown(),
  },
  closed,
);
export type ChangedField = Static<typeof ChangedField>;

export const LinkChange = Shape('LinkChange', {
  id: Id('Links that were changed together have a change of the same id.'),
  at: Time(),
  author: Type.Object(
    {
      kind: oneOf('user', 'key', 'operator', 'system'),
      id: Nullable(Id('Of the user or the application key.')),
      name: Type.String({ description: 'As it was at the time.' }),
    },
    closed,
  ),
  fields: Type.Array(ChangedField, { minItems: 1 }),
});
export type LinkChange = Static<typeof LinkChange>;

export const listLinkHistory = operation({
  ...base,
  id: 'listLinkHistory',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/history',
  summary: 'List who changed a link, with the values before and after',
  description: `The last ${LIMITS.linkChanges} changes are kept, as long as the link itself.`,
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: LinkParams,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
  }),
  replies: {
    200: {
      description: 'Newest first.',
      schema: Shape('LinkHistoryPage', {
        changes: Type.Array(LinkChange),
        nextCursor: Nullable(Type.String()),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const revertLinkChange = operation({
  ...base,
  id: 'revertLinkChange',
  method: 'POST',
  path: '/projects/{projectId}/links/{linkId}/history/{changeId}/revert',
  summary: 'Set the fields of a change back to their values before it',
  description:
    'An update like any other, which is itself in the history. 409 names the fields that have been changed again since; then nothing is changed. ' +
    'Fields that already have their values before are left alone, so a call may be repeated.',
  auth: 'secretKeyOrEditor',
  limitClass: 'create',
  params: Type.Object({ ...LinkParams.properties, changeId: Id() }),
  replies: { 200: { description: 'The link as it is now.', schema: ProjectLink, headers: ETAG } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
