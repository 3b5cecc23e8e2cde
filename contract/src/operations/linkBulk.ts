import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../limits.ts';
import { NDJSON, operation } from '../operation.ts';
import { FieldError } from '../resources.ts';
import { closed, Id } from '../schemas.ts';
import { BulkLinkRequest } from './linkManagement.ts';

/** Rule: operations: the outcome of one row. */
export const BulkResult = Type.Object(
  {
    index: Type.Integer({
      minimum: 0,
      description: 'Zero-based position of the row in the request.',
    }),
    status: Type.Integer({
      description:
        '201: created; 200: a link with this externalId already existed; 400, 403 or 404: as for createLink.',
    }),
    id: Type.Optional(Id()),
    slug: Type.Optional(Type.String()),
    shortUrl: Type.Optional(Type.String({ format: 'uri' })),
    externalId: Type.Optional(Type.String()),
    updatedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Set for a created link; pass it to `undoLinks`.',
      }),
    ),
    code: Type.Optional(
      Type.String({ description: 'Stable error code of a rejected row, as in an error response.' }),
    ),
    message: Type.Optional(Type.String({ description: 'Why the row was rejected.' })),
    errors: Type.Optional(
      Type.Array(FieldError, {
        description: 'Every invalid field of a rejected row; pointers are relative to the row.',
      }),
    ),
  },
  { ...closed, $id: 'BulkResult' },
);
export type BulkResult = Static<typeof BulkResult>;

/** Rule: operations: a dry run. */
export const BulkQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'Validates only: nothing is stored, and the response is the same except for ids.',
    }),
  ),
  planned: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Dry run only: number of links that earlier calls would have created.',
    }),
  ),
});

export const createLinks = operation({
  id: 'createLinks',
  method: 'POST',
  path: '/links/bulk',
  api: 'sdk',
  tag: 'Links',
  summary: `Create up to ${limitText('bulkRows')} links in one call`,
  description:
    `A JSON array or NDJSON (one object per line). Rows are validated one by one; a rejected row does not undo earlier ones. ` +
    `The response streams one result per row, in order, while later rows are still being read: as NDJSON, or as one JSON ` +
    `array if Accept prefers application/json. A row with an \`externalId\` can be ` +
    `sent again: its result is 200 and nothing changes. Limits: ${limitText('bulkRows')} rows and ${limitText('bulkBytes')} per call, ` +
    `${limitText('bodyBytes')} per row; the first row beyond a limit gets 400 and ends the response. ` +
    `More than ${LIMITS.bulkCalls} concurrent calls for one project get 429.`,
  auth: 'secretKey',
  limitClass: 'create',
  query: BulkQuery,
  body: Type.Array(BulkLinkRequest, { maxItems: LIMITS.bulkRows }),
  bodyMediaTypes: ['application/json', NDJSON],
  bodyBytes: LIMITS.bulkBytes,
  atOnce: LIMITS.bulkCalls,
  bodyExample: [
    { type: 'unified', externalId: 'row-1', fallbackUrl: 'https://example.com/1' },
    { type: 'unified', externalId: 'row-2', fallbackUrl: 'https://example.com/2' },
  ],
  replies: {
    200: {
      description: 'One result per row, in order, each with its own status.',
      mediaType: NDJSON,
      schema: BulkResult,
      example: {
        index: 0,
        status: 201,
        id: '019ab2a4-5b7e-7c44-9d0e-4be1d0f7a1aa',
        slug: 'x7Kq2Ma',
        shortUrl: 'https://go.example.com/x7Kq2Ma',
        externalId: 'row-1',
      },
    },
  },
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

const undo = {
  tag: 'Links',
  limitClass: 'create',
  body: Type.Object(
    {
      links: Type.Array(
        Type.Object(
          {
            id: Id(),
            updatedAt: Type.String({
              format: 'date-time',
              description: 'As returned when the link was created.',
            }),
          },
          closed,
        ),
        { minItems: 1, maxItems: LIMITS.idsPerCall },
      ),
    },
    closed,
  ),
  replies: {
    200: {
      description: 'The deleted links, and those that were kept, with the reason.',
      schema: Type.Object(
        {
          deleted: Type.Array(Id()),
          changed: Type.Array(Id(), { description: 'Kept because they have been changed since.' }),
          gone: Type.Array(Id(), { description: 'Not existing links of the project.' }),
          refused: Type.Array(Id(), {
            description:
              'Kept because they are printed, or the person may not change links of their folder.',
          }),
        },
        { ...closed, $id: 'UndoneLinks' },
      ),
    },
  },
} as const;

export const undoLinks = operation({
  ...undo,
  id: 'undoLinks',
  method: 'POST',
  path: '/links/undo',
  api: 'sdk',
  summary: 'Undo the creation of links that have not been changed since',
  description:
    'Undoes an import: links that were changed after `updatedAt` are kept. A dashboard session must set `projectId` unless there is only one project.',
  auth: 'secretKeyOrSession',
  alsoUnderApi: true,
  query: Type.Object({ projectId: Type.Optional(Id()) }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const undoLinksForOperator = operation({
  ...undo,
  id: 'undoLinksForOperator',
  method: 'POST',
  path: '/admin/projects/{projectId}/links/undo',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Undo the creation of links that have not been changed since, in any project',
  description: 'For operators migrating a project; otherwise like `undoLinks`.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: Type.Object({ projectId: Id() }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});
