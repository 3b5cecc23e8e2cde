import { Type, type Static } from '@sinclair/typebox';
import { conflictOver, ETAG, ifMatchHeaders } from '../conditionalUpdate.ts';
import { FREE_FORM_SIZE, LIMITS, limitText } from '../limits.ts';
import { archived, createdAt, expiresAt, importedClicks, tags } from '../linkFields.ts';
import { LinkFilters } from '../linkFilters.ts';
import { NDJSON, operation } from '../operation.ts';
import { CreateLinkRequest, FieldError, Link } from '../resources.ts';
import { closed, FreeForm, Id, Nullable, Time } from '../schemas.ts';

const Destination = (where: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        format: 'uri',
        maxLength: LIMITS.destinationLength,
        description: `${where} Null empties it.`,
      }),
    ),
  );
/** Cannot be changed: no typed client can send it, and whoever sends it anyway is told so (Rule: bodies 11). */
const Fixed = () => Type.Optional(Type.Unsafe<never>(Type.Unknown({ undocumented: true })));

/** Set by those who manage links: with a secret key or a dashboard session, never from an app (Rule: bodies). */
export const LinkFlags = {
  iosSocialBreakout: Type.Optional(
    Nullable(Type.Boolean({ description: 'Null: the iOS configuration of the project decides.' })),
  ),
  iosBrowserAutoOpen: Type.Optional(Type.Boolean({ description: 'No effect on unified links.' })),
};

/** What only those who manage links can set on a new one, mainly for imports (Rule: bodies 14). */
export const ManagedFields = {
  tags: Type.Optional(tags),
  expiresAt: Type.Optional(expiresAt),
  archived: Type.Optional(archived),
  createdAt: Type.Optional(createdAt),
  importedClicks: Type.Optional(importedClicks),
};

/** Those of them that can change; null clears. */
export const ChangeableFields = {
  tags: Type.Optional(Nullable(tags)),
  expiresAt: Type.Optional(Nullable(expiresAt)),
  archived: Type.Optional(archived),
  importedClicks: Type.Optional(Nullable(importedClicks)),
};

/** A link created by those who manage links: with the two flags and the fields for imports. */
export const BulkLinkRequest = Type.Object(
  { ...CreateLinkRequest.properties, ...LinkFlags, ...ManagedFields },
  { ...closed, $id: 'BulkLinkRequest' },
);
export type BulkLinkRequest = Static<typeof BulkLinkRequest>;

/** Rule: operations: what is sent replaces, what is omitted stays, null clears. */
export const UpdateLinkRequest = Type.Object(
  {
    name: Type.Optional(Nullable(Type.String({ maxLength: LIMITS.nameLength }))),
    fallbackUrl: Destination('Where visitors go when nothing more specific applies.'),
    iosUrl: Destination('Destination on iOS of a unified link.'),
    androidUrl: Destination('Destination on Android of a unified link.'),
    iosFallbackUrl: Destination('Destination on iOS when the app does not open.'),
    androidFallbackUrl: Destination('Destination on Android when the app does not open.'),
    parameters: Type.Optional(Nullable(FreeForm(`Replaced as a whole. ${FREE_FORM_SIZE}`))),
    metadata: Type.Optional(Nullable(FreeForm(`Replaced as a whole. ${FREE_FORM_SIZE}`))),
    allowQueryPassthrough: Type.Optional(Type.Boolean()),
    ...LinkFlags,
    ...ChangeableFields,
    externalId: Fixed(),
    slug: Fixed(),
    type: Fixed(),
    domain: Fixed(),
    createdAt: Fixed(),
  },
  { ...closed, $id: 'UpdateLinkRequest' },
);
export type UpdateLinkRequest = Static<typeof UpdateLinkRequest>;

/** A link for those who manage it: with its name, the two flags and the fields only they can set. */
export const ManagedLink = Type.Object(
  {
    ...Link.properties,
    // What its creation took; what is not set is left out.
    ...Type.Omit(BulkLinkRequest, ['slug', 'domain']).properties,
    allowQueryPassthrough: Type.Boolean(),
    iosSocialBreakout: Type.Optional(
      Type.Boolean({ description: 'Absent: the iOS configuration of the project decides.' }),
    ),
    iosBrowserAutoOpen: Type.Boolean({ description: 'No effect on unified links.' }),
    tags,
    archived,
    createdAt: Time(),
    updatedAt: Time(),
  },
  { ...closed, $id: 'ManagedLink' },
);
export type ManagedLink = Static<typeof ManagedLink>;

const errorMembers = { PRECONDITION_FAILED: conflictOver('LinkConflict', ManagedLink) };

export const createManagedLink = operation({
  id: 'createManagedLink',
  method: 'POST',
  path: '/links',
  api: 'sdk',
  tag: 'Links',
  summary: 'Create a link with every field',
  description:
    'For servers and people: also takes the two flags, tags, expiry and what imports bring along. With an `externalId` ' +
    'the call is idempotent: a link of the project that has it already is returned unchanged with 200. A dashboard ' +
    'session needs the role admin or owner, and `projectId` unless there is only one project.',
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  idempotencyKey: true,
  query: Type.Object({ projectId: Type.Optional(Id()) }),
  body: BulkLinkRequest,
  bodyExample: {
    type: 'unified',
    externalId: 'campaign-42',
    fallbackUrl: 'https://example.com/summer',
    tags: ['summer'],
    expiresAt: '2027-09-01T00:00:00.000Z',
  },
  replies: {
    201: {
      description: 'A new link.',
      schema: ManagedLink,
      headers: { ...ETAG, location: 'Path at which the link is read.' },
    },
    200: {
      description: 'The link that has this externalId already, unchanged.',
      schema: ManagedLink,
      headers: ETAG,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const getLinkById = operation({
  id: 'getLinkById',
  method: 'GET',
  path: '/links/{id}',
  api: 'sdk',
  tag: 'Links',
  summary: 'Read a link by its id',
  description:
    'With its name, the two flags, tags and expiry. A dashboard session needs no particular role.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  params: Type.Object({ id: Id() }),
  replies: { 200: { description: 'The link.', schema: ManagedLink, headers: ETAG } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const updateLink = operation({
  id: 'updateLink',
  method: 'PUT',
  path: '/links/{id}',
  api: 'sdk',
  tag: 'Links',
  summary: 'Change a link',
  description:
    'Fields that are sent replace those of the link; fields that are left out stay; null empties an optional one. ' +
    'With `If-Match` the change is made only to the version that it names. ' +
    '`slug`, `type`, `domain`, `externalId` and `createdAt` cannot be changed. A dashboard session needs the role admin or owner.',
  alsoUnderApi: true,
  alsoPatch: true,
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  params: Type.Object({ id: Id() }),
  headers: ifMatchHeaders,
  body: UpdateLinkRequest,
  bodyExample: { fallbackUrl: 'https://example.com/winter', iosUrl: null },
  replies: { 200: { description: 'The updated link.', schema: ManagedLink, headers: ETAG } },
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PRECONDITION_FAILED',
    'PAYLOAD_TOO_LARGE',
  ],
  errorMembers,
});

export const deleteLink = operation({
  id: 'deleteLink',
  method: 'DELETE',
  path: '/links/{id}',
  api: 'sdk',
  tag: 'Links',
  summary: 'Delete a link',
  description:
    'Visitors get the 404 page at once. Slug and externalId are free again; clicks stay counted.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  params: Type.Object({ id: Id() }),
  headers: ifMatchHeaders,
  replies: {
    200: {
      description: 'Deleted.',
      schema: Type.Object({ success: Type.Literal(true) }, closed),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  errorMembers,
});

export const listLinks = operation({
  id: 'listLinks',
  method: 'GET',
  path: '/links',
  api: 'sdk',
  tag: 'Links',
  summary: 'List the links of a project, page by page',
  description:
    'Send `nextCursor` of a page as `cursor` for the page after it; the last page has none. ' +
    'Links made or deleted meanwhile neither repeat nor hide others. ' +
    'With a dashboard session `projectId` says which project, unless there is only one.',
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  query: Type.Object({
    projectId: Type.Optional(Id()),
    ...LinkFilters,
    sortOrder: Type.Optional(
      Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
        default: 'desc',
        description: 'By time of creation.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(
      Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' }),
    ),
  }),
  replies: {
    200: {
      description: 'A page of links.',
      schema: Type.Object(
        { links: Type.Array(ManagedLink), nextCursor: Type.Optional(Type.String()) },
        { ...closed, $id: 'LinkPage' },
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Rule: operations: the outcome of one row. */
export const BulkResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Place of the row in the request, from 0.' }),
    status: Type.Integer({
      description:
        '201 created, 200 existed with this externalId, 400, 403 or 404 as createLink says.',
    }),
    id: Type.Optional(Id()),
    slug: Type.Optional(Type.String()),
    shortUrl: Type.Optional(Type.String({ format: 'uri' })),
    externalId: Type.Optional(Type.String()),
    updatedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Of a link that was created; `undoLinks` takes it.',
      }),
    ),
    code: Type.Optional(
      Type.String({ description: 'Stable error code of a refused row, as errors have it.' }),
    ),
    message: Type.Optional(Type.String({ description: 'Why the row was refused.' })),
    errors: Type.Optional(
      Type.Array(FieldError, {
        description:
          'What is wrong with a refused row, all findings together; pointers lead into the row.',
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
      description: 'Nothing is kept: the answer is that of a call that creates, without ids.',
    }),
  ),
  planned: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of a dry run: links that the calls before it would have created.',
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
    `A JSON array or NDJSON (one object per line). Rows are validated one by one; a refused row does not undo those before it. ` +
    `The reply streams one result per row, in order, while later rows are still being read: lines of NDJSON, or one JSON ` +
    `array for a caller whose Accept prefers application/json. A row with an \`externalId\` can be ` +
    `sent again: it answers 200 and changes nothing. At most ${limitText('bulkRows')} rows and ${limitText('bulkBytes')} a call ` +
    `and ${limitText('bodyBytes')} a row; the first row beyond the limit answers 400 and ends the reply. ` +
    `More than ${LIMITS.bulkCalls} calls of one project at a time answer 429.`,
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
      description: 'A result for each row, in order; each has a status of its own.',
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
              description: 'As the creation answered it.',
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
      description: 'Deleted links, and those left with the reason.',
      schema: Type.Object(
        {
          deleted: Type.Array(Id()),
          changed: Type.Array(Id(), { description: 'Left: someone has changed them since.' }),
          gone: Type.Array(Id(), { description: 'No live links of the project.' }),
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
  summary: 'Delete links that nobody has changed since they were created',
  description:
    'Takes back an import: a link that was changed after `updatedAt` stays. With a dashboard session `projectId` says which project, unless there is only one.',
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
  summary: 'Delete links that nobody has changed since they were created, in any project',
  description: 'For operators who migrate a project; otherwise like `undoLinks`.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: Type.Object({ projectId: Id() }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const getKeyProject = operation({
  id: 'getKeyProject',
  method: 'GET',
  path: '/project',
  api: 'sdk',
  tag: 'Links',
  summary: 'The project of the key',
  description:
    'What a secret key may read under `/api/v1/projects/{projectId}` needs its id: numbers, domains, installations, receipts and explanations.',
  auth: 'secretKey',
  limitClass: 'read',
  replies: {
    200: {
      description: 'The project.',
      schema: Type.Object({ id: Id(), name: Type.String() }, { ...closed, $id: 'KeyProject' }),
    },
  },
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
});
