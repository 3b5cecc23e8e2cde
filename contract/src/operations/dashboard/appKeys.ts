import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'API keys' } as const;
const KeyParams = Type.Object({ projectId: Id(), keyId: Id() });

export const KeyClass = Type.Union([Type.Literal('publishable'), Type.Literal('secret')], {
  description:
    'publishable: for apps; secret: for servers, which can also update, delete, list and bulk-create links.',
});

export const AppKeyInfo = Shape('AppKeyInfo', {
  id: Id(),
  name: Type.String(),
  class: KeyClass,
  prefix: Type.String({ description: 'The first characters, to identify the key.' }),
  createdAt: Time(),
  expiresAt: Nullable(Time('End of the grace period, or time of revocation.')),
  state: Type.Union([Type.Literal('active'), Type.Literal('expiring'), Type.Literal('ended')]),
});
export type AppKeyInfo = Static<typeof AppKeyInfo>;

const NewKey = Shape('NewAppKey', {
  key: AppKeyInfo,
  text: Type.String({ description: 'The key itself; shown only once.' }),
});

export const listAppKeys = operation({
  ...base,
  id: 'listAppKeys',
  method: 'GET',
  path: '/projects/{projectId}/keys',
  summary: 'List the keys of the project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Valid keys first, newest first. Revoked keys are listed for 30 days.',
      schema: Shape('AppKeyList', { keys: Type.Array(AppKeyInfo) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createAppKey = operation({
  ...base,
  id: 'createAppKey',
  method: 'POST',
  path: '/projects/{projectId}/keys',
  summary: 'Create a key',
  description: '403 at the plan limit.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ name: Name, class: KeyClass }, closed),
  replies: { 201: { description: 'The key, including its secret value.', schema: NewKey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const rotateAppKey = operation({
  ...base,
  id: 'rotateAppKey',
  method: 'POST',
  path: '/projects/{projectId}/keys/{keyId}/rotate',
  summary: 'Rotate a key, keeping its name and class',
  description:
    'The old key keeps working during the grace period. 409 if the key is revoked or already in its grace period.',
  auth: 'admin',
  limitClass: 'create',
  params: KeyParams,
  body: Type.Object(
    {
      graceHours: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 720, description: 'Defaults to 24.' }),
      ),
    },
    closed,
  ),
  bodyOptional: true,
  replies: { 201: { description: 'The new key, including its secret value.', schema: NewKey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const renameAppKey = operation({
  ...base,
  id: 'renameAppKey',
  method: 'PATCH',
  path: '/projects/{projectId}/keys/{keyId}',
  summary: 'Rename a key',
  auth: 'admin',
  limitClass: 'create',
  params: KeyParams,
  body: Type.Object({ name: Name }, closed),
  replies: { 200: { description: 'The key.', schema: AppKeyInfo } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const revokeAppKey = operation({
  ...base,
  id: 'revokeAppKey',
  method: 'DELETE',
  path: '/projects/{projectId}/keys/{keyId}',
  summary: 'Revoke a key',
  auth: 'admin',
  limitClass: 'create',
  params: KeyParams,
  replies: { 200: { description: 'Revoked.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
