import type { AppKeyInfo as KeyResource } from '@fairlead/contract/operations/dashboard/appKeys';
import type { AppKeyInfo } from '#teams/appKeys/AppKeyInfo.ts';

export function renderAppKey(key: AppKeyInfo): KeyResource {
  return {
    id: key.id,
    name: key.name,
    class: key.class,
    prefix: key.prefix,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    state: stateOf(key.expiresAt),
  };
}

function stateOf(expiresAt: Date | null): KeyResource['state'] {
  if (expiresAt === null) return 'active';
  return expiresAt.getTime() > Date.now() ? 'expiring' : 'ended';
}
