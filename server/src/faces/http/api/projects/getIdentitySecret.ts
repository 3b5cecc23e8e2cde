import { operations } from '@fairlead/contract';
import type { IdentitySecret } from '@fairlead/contract/operations/dashboard/identity';
import {
  findIdentitySecret,
  type IdentitySecretInfo,
} from '#teams/projects/identity/findIdentitySecret.ts';
import { route } from '../../routing/route.ts';

export const getIdentitySecretRoute = route(
  operations.getIdentitySecret,
  async ({ app, caller }) => ({
    status: 200,
    body: renderIdentitySecret(await findIdentitySecret(app.db, caller.project)),
  }),
);

export function renderIdentitySecret({
  lastCharacters,
  madeAt,
  previousUntil,
}: IdentitySecretInfo): IdentitySecret {
  return {
    lastCharacters,
    madeAt: madeAt?.toISOString() ?? null,
    previousUntil: previousUntil?.toISOString() ?? null,
  };
}
