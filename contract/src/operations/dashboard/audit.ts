import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, oneOf, Shape, Time, STORABLE_TEXT } from '../../schemas.ts';
import { Cursor, ProjectParams } from './fields.ts';

export const AuditEntry = Shape('AuditEntry', {
  id: Id(),
  at: Time(),
  actor: Type.Object(
    {
      kind: oneOf('user', 'key', 'operator', 'system'),
      userId: Nullable(Id('Of a user.')),
      keyId: Nullable(Id('Of an application key.')),
      name: Type.String({
        description:
          'As it was at the time; of a key also how it begins: `Server (fl_live_4fGh…)`.',
      }),
    },
    closed,
  ),
  action: Type.String({ description: 'For example link.created, key.rotated or member.removed.' }),
  target: Type.Object(
    {
      kind: Type.String(),
      id: Nullable(Type.String()),
      name: Type.String({ description: 'As it was at the time.' }),
    },
    closed,
  ),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const listAuditEntries = operation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/projects/{projectId}/audit',
  api: 'dashboard',
  tag: 'Audit log',
  summary: 'List audit log entries',
  auth: 'admin',
  limitClass: 'read',
  params: ProjectParams,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
    targetKind: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        ...STORABLE_TEXT,
        description: 'Only entries about one object: its `target.kind`, together with `targetId`.',
      }),
    ),
    targetId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        ...STORABLE_TEXT,
        description: 'Its `target.id`.',
      }),
    ),
  }),
  replies: {
    200: {
      description: 'Newest first.',
      schema: Shape('AuditPage', {
        entries: Type.Array(AuditEntry),
        nextCursor: Nullable(Type.String()),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
