import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Cursor, ProjectParams } from './fields.ts';
import { LIMITS } from '../../limits.ts';

const Text = Nullable(Type.String());

export const ListedInstallation = Shape('ListedInstallation', {
  id: Id("The record's own id."),
  installationId: Type.String({ description: "The app's own id of it." }),
  deviceId: Text,
  persistentDeviceId: Text,
  userId: Nullable(Type.String({ description: '`userId` of the metadata that the app sent.' })),
  deviceModel: Text,
  deviceManufacturer: Text,
  osName: Text,
  osVersion: Text,
  appVersion: Text,
  language: Text,
  match: Nullable(
    Type.Union([Type.Literal('deterministic'), Type.Literal('fingerprint'), Type.Literal('none')], {
      description:
        'How its first open was matched to a click; null when its app has not asked for that.',
    }),
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
  summary: 'Installations of the app, or those of a device or user',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        maxLength: LIMITS.installationIdLength,
        description: 'A complete id of a record, installation, device or user.',
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
