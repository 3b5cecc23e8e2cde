import type { AuditEntry as EntryResource } from '@fairlead/contract/operations/dashboard/audit';
import type { AuditEntry } from '#teams/audit/AuditEntry.ts';

export function renderAuditEntry(entry: AuditEntry): EntryResource {
  const { actorKind: kind, actorId: id, actorName: name } = entry;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: {
      kind,
      userId: kind === 'user' ? id : null,
      keyId: kind === 'key' ? id : null,
      name,
    },
    action: entry.action,
    target: entry.target,
    details: { ...entry.details },
  };
}
