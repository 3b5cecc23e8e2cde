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
    `Body and reply are those of \`createLinks\`: a JSON array or NDJSON, answered by one line per row in order; a row with an \`externalId\` can be sent again. ` +
    `At most ${limitText('bulkRows')} rows and ${limitText('bulkBytes')} a call. The audit log gets one entry per thousand rows that created links.`,
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
  description: 'For operators who migrate a project; otherwise like `createProjectLinks`.',
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
  summary: 'Restore deleted links',
  description:
    'Restores them with their numbers. A link stays deleted, with the reason in the reply, if another link has taken its slug or externalId, its domain is gone, or the plan has no room. Ids of other links are ignored.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    { ids: Type.Array(Id(), { minItems: 1, maxItems: LIMITS.idsPerCall }) },
    closed,
  ),
  replies: {
    200: {
      description: 'Restored and refused links.',
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
      description: 'False restores deleted links, as `restoreProjectLinks` does.',
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
      description: 'Number of matching links that the user saw.',
    }),
    asOf: Type.Optional(Time('`asOf` of the list: links created since then are excluded.')),
    change: LinksChange,
    after: Type.Optional(Id('`next` of the previous step.')),
  }),
  bodyExample: { filter: { tag: 'spring' }, expected: 42, change: { archived: true } },
  replies: {
    200: {
      description: 'The result of this step.',
      schema: Shape('ChangedLinks', {
        examined: Type.Integer({ minimum: 0, description: 'Links examined in this step.' }),
        changed: Type.Array(Id(), { description: 'Ids of the changed links.' }),
        refused: RefusedLinks,
        next: Nullable(Id('Cursor for the next step; null once all links are done.')),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
