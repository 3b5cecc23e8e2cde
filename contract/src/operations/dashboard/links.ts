import { Type, type Static } from '@sinclair/typebox';
import { conflictOver, ETAG, ifMatchHeaders } from '../../conditionalUpdate.ts';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { placements } from '../../placements.ts';
import { FactsQuery, LinkTopValues } from '../analytics.ts';
import { LinkStats, LinkType } from '../../resources.ts';
import { archived, storedTags } from '../../linkFields.ts';
import { deleted, LINK_SORTS, LinkFilters } from '../../linkFilters.ts';
import { expiredUrl, expiresAfterClicks, ruleNotes, rules, variants } from '../../rules.ts';
import { BulkLinkRequest, ChangeableFields, folder, LinkFlags } from '../linkManagement.ts';
import { PRINTED_LINKS } from '../../leadingFields.ts';
import { FreeForm, Id, Nullable, oneOf, Shape, Time, WELL_FORMED } from '../../schemas.ts';
import { Cursor, Done, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;
const Text = Nullable(Type.String());
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const printed = Type.Boolean({
  description:
    'Its code is on paper: where it leads changes by a proposal that another owner or admin approves.',
});
export const LinkParams = Type.Object({ projectId: Id(), linkId: Id() });

/** A link as the dashboard shows and edits it: everything that those who manage it can set, and its numbers. */
export const ProjectLink = Shape('ProjectLink', {
  id: Id(),
  slug: Type.String(),
  type: LinkType,
  name: Text,
  externalId: Text,
  shortUrl: Type.String(),
  domain: Type.String({ description: 'Host name.' }),
  fallbackUrl: Text,
  iosUrl: Text,
  androidUrl: Text,
  iosFallbackUrl: Text,
  androidFallbackUrl: Text,
  parameters: Nullable(FreeForm()),
  metadata: Nullable(FreeForm()),
  allowQueryPassthrough: Type.Boolean(),
  iosSocialBreakout: Nullable(
    Type.Boolean({ description: 'Null: enabled if the iOS app configuration is complete.' }),
  ),
  iosSocialBreakoutEffective: Type.Boolean({ description: 'The setting in effect.' }),
  iosBrowserAutoOpen: Type.Boolean(),
  tags: storedTags,
  folder: Nullable(Id('The folder that the link is in.')),
  folderId: Nullable(
    Type.String({
      deprecated: true,
      description: 'Former name of `folder`, until the next release.',
    }),
  ),
  expiresAt: Nullable(Time('From this time on, the link behaves as if it did not exist.')),
  archived,
  importedClicks: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Clicks counted by another service before the import; not included in `stats`.',
    }),
  ),
  expiredUrl: Nullable(expiredUrl),
  expiresAfterClicks: Nullable(expiresAfterClicks),
  rules,
  variants: Nullable(variants),
  placements,
  ruleNotes,
  printed,
  printedTarget: Type.Boolean({
    description:
      'A printed link leads to it by rules or variants, itself or through other links: it changes as if it were printed.',
  }),
  createdAt: Time(),
  updatedAt: Time(),
  deletedAt: Type.Optional(Time('When the link was deleted.')),
  stats: LinkStats,
  topValues: Type.Optional(LinkTopValues),
});
export type ProjectLink = Static<typeof ProjectLink>;

/** Of changes that hold only for one version, and not for a printed link. */
const UPDATE_ERRORS = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
] as const;

const errorMembers = { PRECONDITION_FAILED: conflictOver('ProjectLinkConflict', ProjectLink) };

/** In which range numbers are counted, and the order. */
export const LINK_ORDER = {
  activeAfter: Type.Optional(Time('Inclusive start of the activity window.')),
  activeBefore: Type.Optional(Time('Exclusive end of the activity window.')),
  sortBy: Type.Optional({ ...oneOf(...LINK_SORTS, 'deletedAt'), default: 'createdAt' }),
  sortOrder: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
  ),
};

export const listProjectLinks = operation({
  ...base,
  id: 'listProjectLinks',
  method: 'GET',
  path: '/projects/{projectId}/links',
  summary: 'Search, filter, sort and page the links of the project',
  description:
    'Reversed bounds are swapped. Paged by cursor. With facts of clicks (`country=DE`, for instance), numbers are of such clicks alone; all links are listed.',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    ...LinkFilters,
    deleted: Type.Optional(deleted),
    ids: Type.Optional(
      Type.String({
        pattern: `^${UUID}(,${UUID}){0,${LIMITS.pageSize - 1}}$`,
        description: `Only these links, at most ${LIMITS.pageSize}, separated by commas.`,
      }),
    ),
    ...LINK_ORDER,
    ...FactsQuery,
    with: Type.Optional(
      Type.Literal('topValues', {
        description:
          'Adds `topValues` to each link: the most common device, operating system, browser and country of its clicks, within the activity window if one is set.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
  }),
  replies: {
    200: {
      description: 'A page of links.',
      schema: Shape('ProjectLinkPage', {
        links: Type.Array(ProjectLink),
        total: Type.Integer({ minimum: 0, description: 'Number of matching links on all pages.' }),
        nextCursor: Nullable(Type.String()),
        asOf: Time('When the list was read; used to change all matching links.'),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const getProjectLink = operation({
  ...base,
  id: 'getProjectLink',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}',
  summary: 'Get a link with its lifetime statistics',
  auth: 'viewer',
  limitClass: 'read',
  params: LinkParams,
  replies: { 200: { description: 'The link.', schema: ProjectLink, headers: ETAG } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

const DomainId = Type.Optional(
  Id('Id of a verified domain of the project, as an alternative to `domain`.'),
);

export const CreateProjectLinkRequest = Shape('CreateProjectLinkRequest', {
  ...BulkLinkRequest.properties,
  domainId: DomainId,
});
export type CreateProjectLinkRequest = Static<typeof CreateProjectLinkRequest>;

export const createProjectLink = operation({
  ...base,
  id: 'createProjectLink',
  method: 'POST',
  path: '/projects/{projectId}/links',
  summary: 'Create a link, including its flags',
  description: 'Idempotent by `externalId`, like `createLink`: 200 if the link exists.',
  auth: 'editor',
  limitClass: 'create',
  idempotencyKey: true,
  params: ProjectParams,
  query: Type.Object({ domainId: DomainId }),
  body: CreateProjectLinkRequest,
  bodyExample: {
    type: 'unified',
    name: 'Summer poster',
    fallbackUrl: 'https://example.com/summer',
    iosBrowserAutoOpen: false,
  },
  replies: {
    201: {
      description: 'The new link.',
      schema: ProjectLink,
      headers: { ...ETAG, location: 'Path of the new link.' },
    },
    200: {
      description: 'The existing link with this externalId, unchanged.',
      schema: ProjectLink,
      headers: ETAG,
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const checkSlug = operation({
  ...base,
  id: 'checkSlug',
  method: 'GET',
  path: '/projects/{projectId}/slug',
  summary: 'Check whether a slug is available',
  description:
    'For forms, as the user types. The slug can still be taken before the link is created.',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    slug: Type.String({ minLength: 1, maxLength: LIMITS.slugLength }),
  }),
  replies: {
    200: {
      description: 'Whether the slug is available, and if not, why.',
      schema: Shape('SlugCheck', {
        problem: Nullable(
          Type.String({ description: 'Why the slug is not available; null if it is.' }),
        ),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

const Destination = Type.Optional(
  Nullable(Type.String({ format: 'uri', maxLength: LIMITS.destinationLength })),
);

/** Only what is sent changes; null clears. `slug`, `type`, `domain`, `externalId` and `createdAt` never change. */
export const UpdateProjectLinkRequest = Shape('UpdateProjectLinkRequest', {
  name: Type.Optional(Nullable(Type.String({ ...WELL_FORMED, maxLength: LIMITS.nameLength }))),
  fallbackUrl: Destination,
  iosUrl: Destination,
  androidUrl: Destination,
  iosFallbackUrl: Destination,
  androidFallbackUrl: Destination,
  parameters: Type.Optional(Nullable(FreeForm())),
  metadata: Type.Optional(Nullable(FreeForm())),
  allowQueryPassthrough: Type.Optional(Type.Boolean()),
  ...LinkFlags,
  ...ChangeableFields,
  folder: Type.Optional(folder),
  printed: Type.Optional(printed),
});
export type UpdateProjectLinkRequest = Static<typeof UpdateProjectLinkRequest>;

export const updateProjectLink = operation({
  ...base,
  id: 'updateProjectLink',
  method: 'PUT',
  path: '/projects/{projectId}/links/{linkId}',
  summary: 'Update a link',
  description: `With \`If-Match\`, the link is updated only if it still has that version. ${PRINTED_LINKS}`,
  alsoPatch: true,
  auth: 'editor',
  limitClass: 'create',
  params: LinkParams,
  headers: ifMatchHeaders,
  body: UpdateProjectLinkRequest,
  replies: { 200: { description: 'The updated link.', schema: ProjectLink, headers: ETAG } },
  errors: UPDATE_ERRORS,
  errorMembers,
});

export const deleteProjectLink = operation({
  ...base,
  id: 'deleteProjectLink',
  method: 'DELETE',
  path: '/projects/{projectId}/links/{linkId}',
  summary: 'Delete a link',
  description: `Its slug and externalId become available again. ${PRINTED_LINKS}`,
  auth: 'editor',
  limitClass: 'create',
  params: LinkParams,
  headers: ifMatchHeaders,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: UPDATE_ERRORS,
  errorMembers,
});
