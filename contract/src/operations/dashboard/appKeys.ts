import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'API keys' } as const;
const KeyParams = Type.Object({ projectId: Id(), keyId: Id() });

export const KeyClass = Type.Union([Type.Literal('publishable'), Type.Literal('secret')], {
  description:
    'publishable: for apps; secret: for servers, also updates, deletes, lists and makes links in bulk.',
});

export const AppKeyInfo = Shape('AppKeyInfo', {
  id: Id(),
  name: Type.String(),
  class: KeyClass,
  prefix: Type.String({ description: 'The first characters, to tell keys apart.' }),
  createdAt: Time(),
  expiresAt: Nullable(Time('End of the grace period, or the moment of revocation.')),
  state: Type.Union([Type.Literal('active'), Type.Literal('expiring'), Type.Literal('ended')]),
});
export type AppKeyInfo = Static<typeof AppKeyInfo>;

const NewKey = Shape('NewAppKey', {
  key: AppKeyInfo,
  text: Type.String({ description: 'The key itself; shown this once.' }),
});

export const listAppKeys = operation({
  ...base,
  id: 'listAppKeys',
  method: 'GET',
  path: '/projects/{projectId}/keys',
  summary: 'Keys of the project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Valid keys first, newest first; revoked ones for 30 days.',
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
  summary: 'Make a key',
  description: '403 at the plan limit.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ name: Name, class: KeyClass }, closed),
  replies: { 201: { description: 'The key with its text.', schema: NewKey } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const rotateAppKey = operation({
  ...base,
  id: 'rotateAppKey',
  method: 'POST',
  path: '/projects/{projectId}/keys/{keyId}/rotate',
  summary: 'Replace a key by a new one of the same name and class',
  description:
    'The old key works on for the grace period. 409 for a key that has ended or is ending.',
  auth: 'admin',
  limitClass: 'create',
  params: KeyParams,
  body: Type.Object(
    {
      graceHours: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 720, description: '24 when left out.' }),
      ),
    },
    closed,
  ),
  bodyOptional: true,
  replies: { 201: { description: 'The new key with its text.', schema: NewKey } },
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
