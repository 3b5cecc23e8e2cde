import { Type, type Static } from '@sinclair/typebox';
import { REVENUE_FROM, RevenueFrom } from '../../eventResources.ts';
import { operation } from '../../operation.ts';
import { LIMITS } from '../../limits.ts';
import { AndroidApp, IosApp } from '../operator.ts';
import { closed, Hosts, Id, Nullable, oneOf, Shape, Time } from '../../schemas.ts';
import { UtmValues } from '../../utm.ts';
import { Done, MemberRole, Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Projects' } as const;
const Text = Nullable(Type.String());

export const ProjectSummary = Shape('ProjectSummary', {
  id: Id(),
  name: Type.String(),
  plan: Type.String({ description: 'Id of a plan in the catalogue.' }),
  role: MemberRole,
  createdAt: Time(),
});
export type ProjectSummary = Static<typeof ProjectSummary>;

/** Rule: credentials 13. */
const AppLinks = oneOf('listed', 'any', 'none');
export type AppLinks = Static<typeof AppLinks>;
const APP_LINKS =
  "Where links created with a publishable key may lead. `listed`: hosts of the default URL, of the link domains and of links created by people or with a secret key, the project's own apps and their store pages, and `appLinkHosts`. `any`: anywhere. `none`: publishable keys cannot create links.";

const MATCHING =
  'Whether first opens are matched by device signals. `true`: pages and clicks collect them. `false`: nothing is collected. `consent`: nothing is collected without consent, which pages do not ask for; matching is left to what names a click.';
/** `on` and `off` as words are taken too; the answers keep the booleans that clients have always read. */
export const Matching = Type.Union([Type.Boolean(), Type.Literal('consent')], {
  description: MATCHING,
});
export type Matching = Static<typeof Matching>;

const COPY_BUTTON =
  'Whether pages that lead to the app offer to copy the link for after installing, by the visitor’s tap.';

const TIME_ZONE =
  'IANA name of the time zone in which weekdays and hours of rules are read, such as Europe/Vienna.';

const REENGAGEMENT =
  'Days for which events are also credited to the last link that has opened a known installation, apart from the credit of its install; 0: not at all.';

const IDENTIFY =
  'Whether apps are believed about whose an installation is. `apps`: as they say, but for customers whom a server has named. `signed`: only with a proof that your server has made with the identity secret.';
const Identify = oneOf('apps', 'signed');
export type Identify = Static<typeof Identify>;
const DAILY_APP_EVENTS =
  'Events that apps may send on a day in UTC, all together; null: any number. Calls that would exceed it are refused until the next day. Servers and event sources are not limited.';

export const ProjectSettings = Shape('ProjectSettings', {
  id: Id(),
  name: Type.String(),
  plan: Type.String(),
  role: MemberRole,
  defaultUrl: Text,
  requireInstallation: Type.Boolean(),
  probabilisticMatching: Matching,
  matchingWindowMinutes: Type.Integer(),
  reengagementDays: Type.Integer({ description: REENGAGEMENT }),
  identify: { ...Identify, description: IDENTIFY },
  revenueFrom: { ...RevenueFrom, description: REVENUE_FROM },
  dailyAppEvents: Nullable(Type.Integer({ description: DAILY_APP_EVENTS })),
  copyButton: Type.Boolean({ description: COPY_BUTTON }),
  timeZone: Type.String({ description: TIME_ZONE }),
  clickRetentionDays: Nullable(
    Type.Integer({
      description: 'Days that clicks are kept; null: as long as the plan allows.',
    }),
  ),
  allowedOrigins: Type.Array(Type.String(), {
    description: 'Origins of pages that may use the project’s keys; if empty, any origin.',
  }),
  appLinks: { ...AppLinks, description: APP_LINKS },
  appLinkHosts: Hosts('Additional hosts that such links may lead to.'),
  utmValues: UtmValues,
  ios: Type.Object(
    {
      teamId: Text,
      bundleId: Text,
      scheme: Text,
      storeId: Text,
      complete: Type.Boolean({
        description: 'Whether team ID and bundle ID are set, as universal links require.',
      }),
    },
    closed,
  ),
  android: Type.Object(
    {
      packageName: Text,
      sha256Fingerprints: Type.Array(Type.String()),
      scheme: Text,
      complete: Type.Boolean({
        description: 'Whether the package name and a fingerprint are set, as app links require.',
      }),
    },
    closed,
  ),
  createdAt: Time(),
});
export type ProjectSettings = Static<typeof ProjectSettings>;

const ios = Type.Required(IosApp).properties;
const android = Type.Required(AndroidApp).properties;

/** Only what is sent changes; null clears a field. */
export const UpdateProjectRequest = Shape('UpdateProjectRequest', {
  name: Type.Optional(Name),
  defaultUrl: Type.Optional(Nullable(Type.String({ format: 'uri' }))),
  requireInstallation: Type.Optional(Type.Boolean()),
  probabilisticMatching: Type.Optional(
    Type.Union([Type.Boolean(), oneOf('on', 'off', 'consent')], { description: MATCHING }),
  ),
  copyButton: Type.Optional(Type.Boolean({ description: COPY_BUTTON })),
  timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: TIME_ZONE })),
  matchingWindowMinutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440 })),
  reengagementDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LIMITS.reengagementDays, description: REENGAGEMENT }),
  ),
  identify: Type.Optional({ ...Identify, description: `${IDENTIFY} Needs an identity secret.` }),
  revenueFrom: Type.Optional({ ...RevenueFrom, description: REVENUE_FROM }),
  dailyAppEvents: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: LIMITS.sdkEventsPerCall,
        maximum: LIMITS.dailyAppEvents,
        description: DAILY_APP_EVENTS,
      }),
    ),
  ),
  clickRetentionDays: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description:
          'Days after which individual clicks are deleted, up to the plan’s limit; totals are kept. null: the plan’s limit.',
      }),
    ),
  ),
  allowedOrigins: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      maxItems: 50,
      description:
        'Origins of pages that may use the project’s keys, such as https://shop.example.com; an empty list allows any origin.',
    }),
  ),
  appLinks: Type.Optional({ ...AppLinks, description: APP_LINKS }),
  appLinkHosts: Type.Optional(
    Hosts('Additional hosts that such links may lead to; `*.example.com` matches every subdomain.'),
  ),
  utmValues: Type.Optional(UtmValues),
  ios: Type.Optional(
    Type.Object(
      {
        teamId: Type.Optional(Nullable(ios.teamId)),
        bundleId: Type.Optional(Nullable(ios.bundleId)),
        scheme: Type.Optional(Nullable(ios.scheme)),
        storeId: Type.Optional(Nullable(ios.storeId)),
      },
      closed,
    ),
  ),
  android: Type.Optional(
    Type.Object(
      {
        packageName: Type.Optional(Nullable(android.packageName)),
        sha256Fingerprints: Type.Optional(android.sha256Fingerprints),
        scheme: Type.Optional(Nullable(android.scheme)),
      },
      closed,
    ),
  ),
});
export type UpdateProjectRequest = Static<typeof UpdateProjectRequest>;

export const listProjects = operation({
  ...base,
  id: 'listProjects',
  method: 'GET',
  path: '/projects',
  summary: 'List your projects',
  auth: 'session',
  limitClass: 'read',
  replies: {
    200: {
      description: 'Sorted by name.',
      schema: Shape('ProjectList', { projects: Type.Array(ProjectSummary) }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const createProject = operation({
  ...base,
  id: 'createProject',
  method: 'POST',
  path: '/projects',
  summary:
    'Create a project, on the first plan in the catalogue if plans are sold, else self-hosted',
  auth: 'session',
  limitClass: 'create',
  body: Type.Object(
    { name: Name, defaultUrl: Type.Optional(Type.String({ format: 'uri' })) },
    closed,
  ),
  replies: { 201: { description: 'The project, owned by its creator.', schema: ProjectSettings } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN'],
});

export const getProject = operation({
  ...base,
  id: 'getProject',
  method: 'GET',
  path: '/projects/{projectId}',
  summary: 'Get a project with its settings',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: { 200: { description: 'The project.', schema: ProjectSettings } },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const updateProject = operation({
  ...base,
  id: 'updateProject',
  method: 'PATCH',
  path: '/projects/{projectId}',
  summary: 'Update settings and app configuration',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: UpdateProjectRequest,
  replies: { 200: { description: 'The updated project.', schema: ProjectSettings } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const deleteProject = operation({
  ...base,
  id: 'deleteProject',
  method: 'DELETE',
  path: '/projects/{projectId}',
  summary: 'Delete a project and everything in it',
  description: '409 while it has a paid subscription that has not been canceled.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    { confirmName: Type.String({ description: 'The name of the project, as confirmation.' }) },
    closed,
  ),
  replies: { 200: { description: 'Deleted. Its links no longer work.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const transferOwnership = operation({
  ...base,
  id: 'transferOwnership',
  method: 'POST',
  path: '/projects/{projectId}/ownership',
  summary: 'Transfer ownership to another member',
  description: 'The previous owner becomes an admin.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ userId: Id('A member of the project.') }, closed),
  replies: { 200: { description: 'Transferred.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const MetaReferrerKey = Shape('MetaReferrerKey', {
  lastCharacters: Nullable(
    Type.String({ description: 'All that is shown of the key; null: none is set.' }),
  ),
});

export const getMetaReferrerKey = operation({
  ...base,
  id: 'getMetaReferrerKey',
  method: 'GET',
  path: '/projects/{projectId}/meta-referrer-key',
  summary: 'Get whether the key of Meta’s install referrer is set',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: { 200: { description: 'Its last characters.', schema: MetaReferrerKey } },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

/** Its text; a form checks by it. */
export const MetaReferrerKeyText = Type.String({
  pattern: '^[0-9A-Fa-f]{64}$',
  patternMessage:
    'must be 64 hexadecimal digits: the Install Referrer Decryption Key in Meta’s App Dashboard, under Settings, Basic, Android',
  description: 'Null removes it.',
});

export const setMetaReferrerKey = operation({
  ...base,
  id: 'setMetaReferrerKey',
  method: 'PUT',
  path: '/projects/{projectId}/meta-referrer-key',
  summary: 'Set or remove the key of Meta’s install referrer',
  description: 'Stored encrypted and never shown again. Receipts of later first opens use it.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ key: Nullable(MetaReferrerKeyText) }, closed),
  bodyExample: { key: null },
  replies: { 200: { description: 'Its last characters.', schema: MetaReferrerKey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
