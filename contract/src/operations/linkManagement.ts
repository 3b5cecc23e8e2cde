import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import { archived, createdAt, expiresAt, importedClicks, tags } from '../linkFields.ts';
import { NDJSON, operation } from '../operation.ts';
import { CreateLinkRequest, ExternalId, Link, LinkType, Slug } from '../resources.ts';
import { closed, FreeForm, Id, Nullable } from '../schemas.ts';

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
const Fixed = () =>
  Type.Optional(Type.Unknown({ description: 'Cannot be changed: 400 whenever it is sent.' }));

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
    parameters: Type.Optional(
      Nullable(FreeForm('Replaced as a whole. At most 32 KB as JSON, depth 10.')),
    ),
    metadata: Type.Optional(
      Nullable(FreeForm('Replaced as a whole. At most 32 KB as JSON, depth 10.')),
    ),
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
    name: Type.Optional(Type.String()),
    iosSocialBreakout: Type.Optional(
      Type.Boolean({ description: 'Absent: the iOS configuration of the project decides.' }),
    ),
    iosBrowserAutoOpen: Type.Boolean({ description: 'No effect on unified links.' }),
    tags,
    expiresAt: Type.Optional(expiresAt),
    archived,
    importedClicks: Type.Optional(importedClicks),
  },
  { ...closed, $id: 'ManagedLink' },
);
export type ManagedLink = Static<typeof ManagedLink>;

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
  replies: { 200: { description: 'The link.', schema: ManagedLink } },
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
    '`slug`, `type`, `domain`, `externalId` and `createdAt` cannot be changed. A dashboard session needs the role admin or owner.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  params: Type.Object({ id: Id() }),
  body: UpdateLinkRequest,
  bodyExample: { fallbackUrl: 'https://example.com/winter', iosUrl: null },
  replies: { 200: { description: 'The link as it is now.', schema: ManagedLink } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
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
  replies: {
    200: {
      description: 'Deleted.',
      schema: Type.Object({ success: Type.Literal(true) }, closed),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
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
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Text in name, slug, externalId or a destination, in any case.',
      }),
    ),
    type: Type.Optional(LinkType),
    slug: Type.Optional(Slug),
    externalId: Type.Optional(ExternalId),
    tag: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.tagLength,
        description: 'Links that have this tag, in any case.',
      }),
    ),
    archived: Type.Optional(
      Type.Boolean({ description: 'Only archived links, or only others; without it, both.' }),
    ),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'Host name.' })),
    createdAfter: Type.Optional(
      Type.String({ format: 'date', description: 'First day, UTC, inclusive.' }),
    ),
    createdBefore: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Day, UTC, exclusive. Reversed bounds are swapped.',
      }),
    ),
    sortOrder: Type.Optional(
      Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
        default: 'desc',
        description: 'By time of creation.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'Of the page before.' })),
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
    message: Type.Optional(Type.String({ description: 'Why the row was refused.' })),
  },
  { ...closed, $id: 'BulkResult' },
);
export type BulkResult = Static<typeof BulkResult>;

export const createLinks = operation({
  id: 'createLinks',
  method: 'POST',
  path: '/links/bulk',
  api: 'sdk',
  tag: 'Links',
  summary: 'Create up to 10,000 links in one call',
  description:
    `A JSON array, or one JSON object a line (NDJSON). Every row is judged by itself and the rows before it stay. ` +
    `The reply streams one line a row, in order, while later rows are still being read. A row with an \`externalId\` can be ` +
    `sent again: it answers 200 and changes nothing. At most ${LIMITS.bulkRows} rows and ${LIMITS.bulkBytes / 1024 / 1024} MB a call ` +
    `and ${LIMITS.bodyBytes / 1024} KB a row; the first row beyond the limit answers 400 and ends the reply. ` +
    `More than ${LIMITS.bulkCalls} calls of one project at a time answer 429.`,
  auth: 'secretKey',
  limitClass: 'create',
  body: Type.Array(BulkLinkRequest),
  bodyMediaTypes: ['application/json', NDJSON],
  bodyBytes: LIMITS.bulkBytes,
  atOnce: LIMITS.bulkCalls,
  bodyExample: [
    { type: 'unified', externalId: 'row-1', fallbackUrl: 'https://example.com/1' },
    { type: 'unified', externalId: 'row-2', fallbackUrl: 'https://example.com/2' },
  ],
  replies: {
    200: {
      description: 'A line of JSON a row, in order; each has a status of its own.',
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
