import { type Static, Type } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { BulkQuery, createLinks } from '../linkManagement.ts';
import { expiresAt, tag } from '../../linkFields.ts';
import { deleted, LinkSelection } from '../../linkFilters.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

export const createProjectLinks = operation({
  ...base,
  id: 'createProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/bulk',
  summary: createLinks.summary,
  description:
    `Body and reply are those of \`createLinks\`: a JSON array or one object a line, answered by a line a row in order; a row with an \`externalId\` can be sent again. ` +
    `At most ${limitText('bulkRows')} rows and ${limitText('bulkBytes')} a call. The audit log gets an entry for every thousand rows that made links.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  query: BulkQuery,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const createLinksForOperator = operation({
  ...base,
  id: 'createLinksForOperator',
  method: 'POST',
  path: '/admin/projects/{projectId}/links/bulk',
  summary: `${createLinks.summary}, in any project`,
  description: 'For the operator, who moves a project in; otherwise as `createProjectLinks`.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: ProjectParams,
  query: BulkQuery,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
});

const RefusedLinks = Type.Array(
  Type.Object({ id: Id(), slug: Type.String(), message: Type.String() }, closed),
);

export const restoreProjectLinks = operation({
  ...base,
  id: 'restoreProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/restore',
  summary: 'Bring deleted links back',
  description:
    'With their numbers, as they were. A link whose slug or externalId another link has taken meanwhile, whose domain is gone, or that the plan has no room for, stays deleted, and the reply says why. Ids that name no deleted link of the project are passed over.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    { ids: Type.Array(Id(), { minItems: 1, maxItems: LIMITS.idsPerCall }) },
    closed,
  ),
  replies: {
    200: {
      description: 'What came back, and what did not.',
      schema: Shape('RestoredLinks', {
        restored: Type.Integer({ minimum: 0 }),
        refused: RefusedLinks,
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** One change of many links. */
export const LinksChange = Shape('LinksChange', {
  addTag: Type.Optional(tag),
  removeTag: Type.Optional(tag),
  archived: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(Nullable(expiresAt)),
  deleted: Type.Optional(
    Type.Boolean({
      description: 'False brings deleted links back, as `restoreProjectLinks` does.',
    }),
  ),
});
export type LinksChange = Static<typeof LinksChange>;

export const changeProjectLinks = operation({
  ...base,
  id: 'changeProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/change',
  summary: 'Change all links that match a filter, step by step',
  description:
    `A call changes at most ${LIMITS.changeStep} links, newest first, and answers with \`next\`; send the same body with it as \`after\` until it is null. ` +
    'Each step is a transaction with an audit log entry of its own, so that stopping between two of them leaves what is done. ' +
    'If more links match than `expected`, the first step answers 409 and changes nothing.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Shape('ChangeProjectLinksRequest', {
    filter: Type.Object(
      {
        ...LinkSelection,
        deleted: Type.Optional(deleted),
        ids: Type.Optional(
          Type.Array(Id(), {
            minItems: 1,
            maxItems: LIMITS.changeStep,
            description: 'Only these.',
          }),
        ),
      },
      closed,
    ),
    expected: Type.Integer({
      minimum: 1,
      maximum: LIMITS.changeTotal,
      description: 'How many links were seen to match.',
    }),
    asOf: Type.Optional(Time('`asOf` of the list: links made since then are not meant.')),
    change: LinksChange,
    after: Type.Optional(Id('`next` of the step before.')),
  }),
  bodyExample: { filter: { tag: 'spring' }, expected: 42, change: { archived: true } },
  replies: {
    200: {
      description: 'What this step did.',
      schema: Shape('ChangedLinks', {
        examined: Type.Integer({ minimum: 0, description: 'Links that this step looked at.' }),
        changed: Type.Array(Id(), { description: 'Those that are different now.' }),
        refused: RefusedLinks,
        next: Nullable(Id('For the next step; null when all are done.')),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
