import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Nullable, Shape, Time } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = {
  api: 'dashboard',
  tag: 'Projects',
  path: '/projects/{projectId}/identity-secret',
} as const;

const fields = {
  lastCharacters: Nullable(
    Type.String({ description: 'All that is shown of the secret; null: there is none.' }),
  ),
  madeAt: Nullable(Time()),
  previousUntil: Nullable(
    Time('Until when proofs made with the one before count; null: they do not.'),
  ),
};

export const IdentitySecret = Shape('IdentitySecret', fields);
export type IdentitySecret = Static<typeof IdentitySecret>;

export const getIdentitySecret = operation({
  ...base,
  id: 'getIdentitySecret',
  method: 'GET',
  summary: 'Get whether there is a secret for proofs of identities',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: { 200: { description: 'Its last characters.', schema: IdentitySecret } },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

/** Rule: sessions 6. */
export const rotateIdentitySecret = operation({
  ...base,
  id: 'rotateIdentitySecret',
  method: 'POST',
  summary: 'Make the secret for proofs of identities, or another one',
  description:
    'Your server makes proofs with it: the hex HMAC-SHA256 of a customer’s id. It is stored encrypted. Proofs made with the one before count during the grace period, those of older ones never.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      graceHours: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 720, description: 'Defaults to 24.' }),
      ),
    },
    closed,
  ),
  bodyOptional: true,
  replies: {
    201: {
      description: 'The secret, shown only once.',
      schema: Shape('NewIdentitySecret', {
        ...fields,
        secret: Type.String({ description: 'The secret itself; shown only once.' }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
