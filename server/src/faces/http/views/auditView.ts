import type { AuditEntry as EntryResource } from '@fairlead/contract/operations/dashboard/audit';
import type { AuditEntry } from '#teams/audit/AuditEntry.ts';

export function renderAuditEntry(entry: AuditEntry): EntryResource {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { kind: entry.actorKind, userId: entry.actorId, name: entry.actorName },
    action: entry.action,
    target: entry.target,
    details: { ...entry.details },
  };
}
