import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { installationParams } from '../attribution.ts';
import { Id, Nullable, oneOf, Shape, Time } from '../../schemas.ts';
import { Cursor, ProjectParams } from './fields.ts';
import { LIMITS } from '../../limits.ts';
import { MATCH_FILTERS, NO_MATCH_REASONS } from '../../matchReasons.ts';

const Text = Nullable(Type.String());

const Match = {
  ...oneOf('deterministic', 'fingerprint', 'test', 'none'),
  description:
    'How its first open was matched to a click; `test`: a test code gave it a link; null if the app has not requested a match, or not in the last half-year.',
};
const Reason = Type.String({
  description: 'Why it was not matched, the `reason` of its receipt; null unless `match` is none.',
});

export const ListedInstallation = Shape('ListedInstallation', {
  id: Id("The record's own id."),
  installationId: Type.String({ description: "The app's own id for the installation." }),
  deviceId: Text,
  persistentDeviceId: Text,
  userId: Nullable(Type.String({ description: '`userId` from the metadata sent by the app.' })),
  customerId: Nullable(Type.String({ description: 'Who is signed in, as `identify` said.' })),
  deviceModel: Text,
  deviceManufacturer: Text,
  osName: Text,
  osVersion: Text,
  appVersion: Text,
  language: Text,
  match: Nullable(Match),
  reason: Nullable(Reason),
  previousId: Nullable(Id('The installation of the same device before this one.')),
  firstSeenAt: Time(),
  lastSeenAt: Time(),
});
export type ListedInstallation = Static<typeof ListedInstallation>;

const InstallationFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: LIMITS.installationIdLength,
      description: 'Full id of a record, installation, device, user or customer.',
    }),
  ),
  linkId: Type.Optional(Id('Only those whose first open was matched to this link.')),
  platform: Type.Optional({
    ...oneOf('ios', 'android', 'other'),
    description: '`other`: neither, or the app did not say.',
  }),
  device: Type.Optional(
    Type.String({
      maxLength: LIMITS.searchLength,
      description: 'Part of manufacturer and model; case-insensitive.',
    }),
  ),
  firstSeenAfter: Type.Optional(Time('Inclusive.')),
  firstSeenBefore: Type.Optional(Time('Exclusive. Reversed bounds are swapped.')),
};

export const listInstallations = operation({
  id: 'listInstallations',
  method: 'GET',
  path: '/projects/{projectId}/installations',
  api: 'dashboard',
  tag: 'Installations',
  summary: 'List installations, by device, person, time or how the first open was matched',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    ...InstallationFilters,
    match: Type.Optional({
      ...oneOf(...MATCH_FILTERS),
      description:
        'How the first open was matched; `matched`: deterministic or fingerprint; `unasked`: null.',
    }),
    reason: Type.Optional({
      ...oneOf(...NO_MATCH_REASONS),
      description: 'Why it was not matched. Goes with `match=none` or without `match`.',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
  }),
  replies: {
    200: {
      description: 'Newest first.',
      schema: Shape('InstallationPage', {
        installations: Type.Array(ListedInstallation),
        nextCursor: Nullable(Type.String()),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const countInstallations = operation({
  id: 'countInstallations',
  method: 'GET',
  path: '/projects/{projectId}/installations/outcomes',
  api: 'dashboard',
  tag: 'Installations',
  summary: 'Count installations by how their first open was matched, or why it was not',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object(InstallationFilters),
  replies: {
    200: {
      description: 'The most frequent outcome first.',
      schema: Shape('InstallationOutcomes', {
        outcomes: Type.Array(
          Shape('InstallationOutcome', {
            match: Nullable(Match),
            reason: Nullable(Reason),
            count: Type.Integer({ minimum: 1 }),
          }),
        ),
        complete: Type.Boolean({
          description: `False: there are more, and only the newest ${LIMITS.installationsCounted} are counted.`,
        }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

const CustomerPeriod = Shape('CustomerPeriod', {
  customerId: Type.String({ description: 'Your own id of the person.' }),
  from: Time(),
  to: Nullable(Time('Another customer was named, or nobody; null: not yet.')),
  saidBy: oneOf('app', 'server'),
  proved: Nullable(
    Type.Boolean({
      description:
        'Whether the app had a proof that your server had made; null: said by a server, or by an earlier release.',
    }),
  ),
  outrankedAt: Nullable(
    Time(
      'From then on it decides nothing, because a server has named the customer on another installation.',
    ),
  ),
});
export type CustomerPeriod = Static<typeof CustomerPeriod>;

export const listCustomerPeriods = operation({
  id: 'listCustomerPeriods',
  method: 'GET',
  path: '/projects/{projectId}/installations/{installationId}/customers',
  api: 'dashboard',
  tag: 'Installations',
  summary: 'List whose an installation was, from when to when, and who said so',
  description:
    'Events that name only a customer belong to the installation that was theirs at the time.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: installationParams,
  replies: {
    200: {
      description: 'The newest first.',
      schema: Shape('CustomerPeriods', {
        customers: Type.Array(CustomerPeriod, { maxItems: LIMITS.pageSize }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
