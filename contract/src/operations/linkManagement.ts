import { Type, type Static } from '@sinclair/typebox';
import { conflictOver, ETAG, ifMatchHeaders } from '../conditionalUpdate.ts';
import { FREE_FORM_SIZE, LIMITS } from '../limits.ts';
import { renamed } from '../formerNames.ts';
import { archived, createdAt, expiresAt, importedClicks, storedTags, tags } from '../linkFields.ts';
import { PRINTED_LINKS } from '../leadingFields.ts';
import { LinkFilters } from '../linkFilters.ts';
import { operation } from '../operation.ts';
import { placements } from '../placements.ts';
import { CreateLinkRequest, Link } from '../resources.ts';
import { expiredUrl, expiresAfterClicks, ruleNotes, rules, variants } from '../rules.ts';
import { closed, FreeForm, Id, Nullable, Time, WELL_FORMED, STORABLE_TEXT } from '../schemas.ts';

const Destination = (where: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        format: 'uri',
        maxLength: LIMITS.destinationLength,
        description: `${where} Null clears it.`,
      }),
    ),
  );
/** Cannot be changed: typed clients cannot send it, and any other caller gets an error that says so (Rule: bodies 11). */
const Fixed = () => Type.Optional(Type.Unsafe<never>(Type.Unknown({ undocumented: true })));

/** Set by those who manage links: with a secret key or a dashboard session, never from an app (Rule: bodies). */
export const LinkFlags = {
  iosSocialBreakout: Type.Optional(
    Nullable(Type.Boolean({ description: 'Null: determined by the project’s iOS configuration.' })),
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
  expiredUrl: Type.Optional(expiredUrl),
  expiresAfterClicks: Type.Optional(expiresAfterClicks),
  rules: Type.Optional(rules),
  variants: Type.Optional(variants),
  placements: Type.Optional(placements),
};

/** Those of them that can change; null clears. */
export const ChangeableFields = {
  tags: Type.Optional(Nullable(tags)),
  expiresAt: Type.Optional(Nullable(expiresAt)),
  archived: Type.Optional(archived),
  importedClicks: Type.Optional(Nullable(importedClicks)),
  expiredUrl: Type.Optional(Nullable(expiredUrl)),
  expiresAfterClicks: Type.Optional(Nullable(expiresAfterClicks)),
  rules: Type.Optional(Nullable(rules)),
  variants: Type.Optional(Nullable(variants)),
  placements: Type.Optional(Nullable(placements)),
};

/** The folder of a link in a request. */
export const folder = renamed(
  'folderId',
  Nullable(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.nameLength,
      ...STORABLE_TEXT,
      description:
        'Id or name (ignoring case) of a folder of the project, which people create in the dashboard; null: none. Responses have the id.',
      example: 'Summer',
    }),
  ),
);

/** A link created by those who manage links: with the two flags and the fields for imports. */
export const BulkLinkRequest = Type.Object(
  {
    ...CreateLinkRequest.properties,
    ...LinkFlags,
    ...ManagedFields,
    folder: Type.Optional(folder),
  },
  { ...closed, $id: 'BulkLinkRequest' },
);
export type BulkLinkRequest = Static<typeof BulkLinkRequest>;

/** Rule: operations: what is sent replaces, what is omitted stays, null clears. */
export const UpdateLinkRequest = Type.Object(
  {
    name: Type.Optional(Nullable(Type.String({ ...WELL_FORMED, maxLength: LIMITS.nameLength }))),
    fallbackUrl: Destination('Where visitors go if nothing more specific applies.'),
    iosUrl: Destination('Destination on iOS of a unified link.'),
    androidUrl: Destination('Destination on Android of a unified link.'),
    iosFallbackUrl: Destination('Destination on iOS when the app does not open.'),
    androidFallbackUrl: Destination('Destination on Android when the app does not open.'),
    parameters: Type.Optional(Nullable(FreeForm(`Replaced as a whole. ${FREE_FORM_SIZE}`))),
    metadata: Type.Optional(Nullable(FreeForm(`Replaced as a whole. ${FREE_FORM_SIZE}`))),
    allowQueryPassthrough: Type.Optional(Type.Boolean()),
    ...LinkFlags,
    ...ChangeableFields,
    folder: Type.Optional(folder),
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
    // The fields of its creation; unset ones are omitted.
    ...Type.Omit(BulkLinkRequest, ['slug', 'domain']).properties,
    folder: Type.Optional(Id('The folder that the link is in.')),
    allowQueryPassthrough: Type.Boolean(),
    iosSocialBreakout: Type.Optional(
      Type.Boolean({ description: 'If absent, determined by the project’s iOS configuration.' }),
    ),
    iosBrowserAutoOpen: Type.Boolean({ description: 'No effect on unified links.' }),
    tags: storedTags,
    ruleNotes: Type.Optional(ruleNotes),
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
  summary: 'Create a link, with all fields available',
  description:
    'For servers and dashboard users: also accepts the two flags, tags, expiry and fields for imports. With an `externalId`, ' +
    'the call is idempotent: if a link of the project already has it, that link is returned unchanged with 200. A dashboard ' +
    'session needs the role admin or owner, or a folder that its user edits, and must set `projectId` unless there is only one project.',
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
      description: 'The new link.',
      schema: ManagedLink,
      headers: { ...ETAG, location: 'Path of the new link.' },
    },
    200: {
      description: 'The existing link with this externalId, unchanged.',
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
  summary: 'Get a link by its id',
  description:
    'Includes name, the two flags, tags and expiry. Any member of the project may call this with a dashboard session.',
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
  summary: 'Update a link',
  description:
    'Only the fields you send are changed; null clears an optional field. ' +
    'With `If-Match`, the link is updated only if it still has that version. ' +
    `${PRINTED_LINKS} ` +
    '`slug`, `type`, `domain`, `externalId` and `createdAt` cannot be changed. A dashboard session needs the right to change links of its folder.',
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
    'CONFLICT',
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
  description: `Visitors get the 404 page immediately. Slug and externalId become available again; clicks remain counted. ${PRINTED_LINKS}`,
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
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'PRECONDITION_FAILED',
  ],
  errorMembers,
});

export const listLinks = operation({
  id: 'listLinks',
  method: 'GET',
  path: '/links',
  api: 'sdk',
  tag: 'Links',
  summary: 'List the links of a project',
  description:
    'Pass `nextCursor` as `cursor` to get the next page; the last page has none. ' +
    'Links created or deleted meanwhile never cause others to be repeated or skipped. ' +
    'A dashboard session must set `projectId` unless there is only one project.',
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  query: Type.Object({
    projectId: Type.Optional(Id()),
    ...LinkFilters,
    sortOrder: Type.Optional(
      Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
        default: 'desc',
        description: 'Sort order by creation time.',
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

export const getKeyProject = operation({
  id: 'getKeyProject',
  method: 'GET',
  path: '/project',
  api: 'sdk',
  tag: 'Links',
  summary: 'Get the project of the key',
  description:
    'Returns the id that a secret key needs for what it may read under `/api/v1/projects/{projectId}`: statistics, domains, installations, receipts and explanations.',
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
