import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../limits.ts';
import { operation } from '../operation.ts';
import {
  closed,
  Count,
  FreeForm,
  Id,
  Nullable,
  oneOf,
  Shape,
  TextOrNull,
  Time,
} from '../schemas.ts';
import { Cursor, ProjectParams } from './dashboard/fields.ts';

/** Of the phones whose build says what it opens, the share below which people are warned of a link. */
export const REACH_WARNING = 0.8;

const base = { tag: 'App builds', auth: 'secretKeyOrViewer', api: 'dashboard' } as const;
const DAYS = `the last ${LIMITS.reachDays} days`;

export const AppPlatform = oneOf('ios', 'android');
export type AppPlatform = Static<typeof AppPlatform>;

export const Build = Type.String({
  minLength: 1,
  maxLength: LIMITS.appBuildLength,
  pattern: '^[\\u0021-\\u007e]+$',
  patternMessage: 'must be visible ASCII characters without spaces, such as 42 or 1.4.2',
  description: "As the app reports it: Android's versionCode, iOS's CFBundleVersion.",
});

/** A character of a segment, other than a wildcard. */
const PLAIN = '[^/?#*\\s\\u0000-\\u001f]';
const FIRST = '[^/?#*:\\s\\u0000-\\u001f]';
const SEGMENT = `\\*\\*|\\*|:[A-Za-z_][A-Za-z0-9_-]*|(?:${FIRST}|\\*${PLAIN})(?:${PLAIN}|\\*${PLAIN})*\\*?`;

export const RoutePattern = Type.String({
  maxLength: LIMITS.routeLength,
  pattern: `^(?:/(?:${SEGMENT})?)+(?:\\?\\S*)?$`,
  patternMessage:
    'must be a path such as /product/:id, /promo/* or /news/**: it begins with /, and :name and ** are whole segments',
  example: '/product/:id',
});
export const Routes = Type.Array(RoutePattern, {
  maxItems: LIMITS.routesPerBuild,
  description: `Patterns of the paths that the build can open. \`:name\` is one segment, \`*\` any characters within a segment, \`**\` any number of segments; a query is ignored. At most ${LIMITS.routeSegments} segments, ${LIMITS.routeGlobstars} of them \`**\`.`,
});

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Path = (platform: string) =>
  Nullable(Type.String({ description: `The path that the link asks the ${platform} app for.` }));

/** Which phones can open a link (Rule: builds). */
export const LinkReach = Shape('LinkReach', {
  paths: Type.Object(
    { ios: Path('iOS'), android: Path('Android') },
    { ...closed, description: 'Null: none, so that every build opens the link at its start.' },
  ),
  phones: Count(`Installations that were seen in ${DAYS}.`),
  canOpen: Count('Those whose build can open the link.'),
  cannotOpen: Count('Those whose build cannot.'),
  unknown: Count('Those whose build has published no routes.'),
  share: Nullable({
    ...Share,
    description: '`canOpen` of `canOpen` and `cannotOpen`; null if both are 0.',
  }),
  builds: Type.Array(
    Shape('BuildReach', {
      platform: AppPlatform,
      build: Nullable({ ...Build, description: 'Null: all that have published no routes.' }),
      phones: Count('Phones with this build.'),
      opens: Nullable(Type.Boolean({ description: 'Null: not known.' })),
    }),
    { description: 'The builds of these phones, newest first.' },
  ),
  summary: Type.String({ description: 'The same in a sentence or two.' }),
});
export type LinkReach = Static<typeof LinkReach>;

export const AppBuild = Shape('AppBuild', {
  platform: AppPlatform,
  build: Build,
  routes: Routes,
  publishedAt: Time(),
});
export type AppBuild = Static<typeof AppBuild>;

export const DroppedLinks = Shape('DroppedLinks', {
  count: Count('Links that the build before could open and this one cannot.'),
  routes: Type.Array(
    Shape('DroppedRoute', { route: Type.String(), links: Count('Links that need it.') }),
    { description: 'The patterns of the build before by which it opened them.' },
  ),
  links: Type.Array(
    Shape('DroppedLink', { id: Id(), shortUrl: Type.String(), path: Type.String() }),
    { description: 'The first 20 of them.' },
  ),
});
export type DroppedLinks = Static<typeof DroppedLinks>;

export const publishBuild = operation({
  id: 'publishBuild',
  method: 'PUT',
  path: '/builds/{platform}/{build}',
  api: 'sdk',
  tag: base.tag,
  summary: 'Publish what a build of the app can open',
  description: `For build machines. Publishing a build again replaces its routes. A project keeps the last ${limitText('publishedBuilds')} builds of each system. The answer says which live links the newest published build before it could open and this one cannot; with \`check\`, that is all. A dashboard session needs the role admin or owner, and must set \`projectId\` unless there is only one project.`,
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  params: Type.Object({ platform: AppPlatform, build: Build }),
  query: Type.Object({ projectId: Type.Optional(Id()) }),
  body: Type.Object(
    {
      routes: Routes,
      check: Type.Optional(Type.Boolean({ description: 'Only compares; keeps nothing.' })),
    },
    closed,
  ),
  bodyExample: { routes: ['/product/:id', '/promo/*', '/news/**'] },
  replies: {
    200: {
      description: 'The build, and the live links that it no longer opens.',
      schema: Shape('PublishedBuild', {
        build: AppBuild,
        before: Nullable({ ...Build, description: 'The build that it was compared with.' }),
        dropped: DroppedLinks,
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const listBuilds = operation({
  ...base,
  id: 'listBuilds',
  method: 'GET',
  path: '/projects/{projectId}/builds',
  summary: 'List published builds and the phones that have them',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Newest first; the phones of other builds as one entry per platform.',
      schema: Shape('AppBuildList', {
        builds: Type.Array(
          Shape('AppBuildPhones', {
            platform: AppPlatform,
            build: Nullable({ ...Build, description: 'Null: all that have published no routes.' }),
            phones: Count(`Installations that were seen in ${DAYS}.`),
            routes: Count('How many patterns it published.'),
            publishedAt: Nullable(Time()),
          }),
        ),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const getLinkReach = operation({
  ...base,
  id: 'getLinkReach',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/reach',
  summary: 'Get the share of phones that can open a link',
  limitClass: 'read',
  params: Type.Object({ projectId: Id(), linkId: Id() }),
  replies: { 200: { description: 'Which phones can open it.', schema: LinkReach } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const examineReach = operation({
  ...base,
  id: 'examineReach',
  method: 'POST',
  path: '/projects/{projectId}/reach',
  summary: 'Get the share of phones that could open a link that is not made yet',
  description: 'For forms, as the user types. Destinations are not validated here.',
  limitClass: 'read',
  params: ProjectParams,
  body: Type.Object(
    {
      fallbackUrl: Type.Optional(TextOrNull()),
      iosUrl: Type.Optional(TextOrNull()),
      androidUrl: Type.Optional(TextOrNull()),
      parameters: Type.Optional(Nullable(FreeForm())),
    },
    closed,
  ),
  bodyExample: { fallbackUrl: 'https://shop.example.com/product/42' },
  replies: { 200: { description: 'Which phones could open it.', schema: LinkReach } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const listUnreachable = operation({
  ...base,
  id: 'listUnreachable',
  method: 'GET',
  path: '/projects/{projectId}/unreachable-links',
  summary: 'List live links that too few phones can open',
  description:
    'By slug. A call examines a limited number of links, so that a page can be short or empty and still have a `nextCursor`.',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    below: Type.Optional({
      ...Share,
      default: REACH_WARNING,
      description: 'Lists links whose share is lower.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
  }),
  replies: {
    200: {
      description: 'A page of links.',
      schema: Shape('UnreachableLinkPage', {
        links: Type.Array(
          Shape('UnreachableLink', {
            id: Id(),
            name: TextOrNull(),
            shortUrl: Type.String(),
            share: Share,
            cannotOpen: Count('Phones whose build cannot open it.'),
          }),
        ),
        examined: Count('Links that this call looked at.'),
        nextCursor: TextOrNull(),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
