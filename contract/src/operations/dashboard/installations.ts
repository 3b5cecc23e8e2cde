import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Cursor, ProjectParams } from './fields.ts';
import { LIMITS } from '../../limits.ts';

const Text = Nullable(Type.String());

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
  match: Nullable(
    Type.Union(
      [
        Type.Literal('deterministic'),
        Type.Literal('fingerprint'),
        Type.Literal('test'),
        Type.Literal('none'),
      ],
      {
        description:
          'How its first open was matched to a click; `test`: a test code gave it a link; null if the app has not requested a match.',
      },
    ),
  ),
  previousId: Nullable(Id('The installation of the same device before this one.')),
  firstSeenAt: Time(),
  lastSeenAt: Time(),
});
export type ListedInstallation = Static<typeof ListedInstallation>;

export const listInstallations = operation({
  id: 'listInstallations',
  method: 'GET',
  path: '/projects/{projectId}/installations',
  api: 'dashboard',
  tag: 'Installations',
  summary: 'List installations, optionally of one device, user or customer',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        maxLength: LIMITS.installationIdLength,
        description: 'Full id of a record, installation, device, user or customer.',
      }),
    ),
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
