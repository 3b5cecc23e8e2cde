import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** Who did it; the name is stored as it was then. Of an application key it is looked up when the entry is written. */
export type Actor =
  | { readonly kind: 'user'; readonly id: string; readonly name: string }
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'operator' }
  /** Not a person: the server itself, or the named external service. */
  | { readonly kind: 'system'; readonly name?: string };

/** An application key is named by its row alone. */
export type NamedActor = Exclude<Actor, { readonly kind: 'key' }>;

export type Person = Extract<Actor, { readonly kind: 'user' }>;

export interface AuditTarget {
  /** A noun: project, member, invitation, domain, key, link, tag, installation. */
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly target: AuditTarget;
  readonly details: Readonly<Record<string, unknown>>;
}

export function readAuditEntry(row: Selectable<Database['audit_entries']>): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    details: row.details,
  };
}
