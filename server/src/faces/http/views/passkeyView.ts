import type { Passkey as PasskeyBody } from '@fairlead/contract/operations/dashboard/passkeys';
import type { Passkey } from '#teams/accounts/passkeys/Passkey.ts';

export function renderPasskey(passkey: Passkey): PasskeyBody {
  return {
    ...passkey,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
