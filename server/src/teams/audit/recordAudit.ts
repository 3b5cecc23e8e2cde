import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import type { Actor, AuditTarget, NamedActor } from './AuditEntry.ts';

export interface NewAuditEntry {
  /** Noun and past participle: `link.created`, `key.rotated`. */
  readonly action: string;
  readonly target: AuditTarget;
  /** Never a credential. */
  readonly details?: Readonly<Record<string, unknown>>;
}

const ACTOR_NAMES = { operator: 'The operator', system: 'Fairlead' } as const;

/** Records who did what. `db` is the transaction of the change, so that neither exists without the other. */
export async function recordAudit(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  entry: NewAuditEntry,
): Promise<void> {
  const now = new Date();
  await db
    .insertInto('audit_entries')
    .values({
      id: newId(now.getTime()),
      project_id: project.id,
      at: now,
      actor_kind: actor.kind,
      actor_id: 'id' in actor ? actor.id : null,
      actor_name: actor.kind === 'key' ? nameOfKey(project, actor) : nameOf(actor),
      action: entry.action,
      target_kind: entry.target.kind,
      target_id: entry.target.id,
      target_name: entry.target.name,
      details: storableJson(entry.details ?? {}),
    })
    .execute();
}

/** What a log calls them. */
export function nameOf(actor: NamedActor): string {
  if (actor.kind === 'operator') return ACTOR_NAMES.operator;
  return actor.name ?? ACTOR_NAMES.system;
}

/** SQL: its name and how it begins, as lists of keys show it. It can be revoked between the look-up of the request and this. */
function nameOfKey(
  project: Pick<Project, 'id'>,
  { id }: { readonly id: string },
): RawBuilder<string> {
  return sql`coalesce(
    (select name || ' (' || prefix || '…)' from app_keys where project_id = ${project.id} and id = ${id}),
    'A revoked key')`;
}
