import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Id, Nullable, oneOf, Shape, Time } from '../../schemas.ts';
import { Cursor } from './fields.ts';

/** A first open that was matched to a link; the whole receipt is `getReceipt`'s. */
export const ListedReceipt = Shape('ListedReceipt', {
  id: Id(),
  installationId: Nullable(Id("The installation's record.")),
  at: Time('When the app requested its link.'),
  matchType: oneOf('deterministic', 'fingerprint'),
  as: Nullable(oneOf('install', 'returning')),
  confidence: Nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Set for a match by signals.' }),
  ),
});
export type ListedReceipt = Static<typeof ListedReceipt>;

export const listLinkReceipts = operation({
  id: 'listLinkReceipts',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/receipts',
  api: 'dashboard',
  tag: 'Attribution',
  summary: 'List first opens matched to a link',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: Type.Object({ projectId: Id(), linkId: Id() }),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
    cursor: Type.Optional(Cursor),
  }),
  replies: {
    200: {
      description: 'Newest first.',
      schema: Shape('ReceiptPage', {
        receipts: Type.Array(ListedReceipt),
        nextCursor: Nullable(Type.String()),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
