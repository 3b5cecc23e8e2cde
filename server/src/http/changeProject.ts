import { recordAudit, type NewAuditEntry } from '../audit/recordAudit.ts';
import type { Actor } from '../audit/AuditEntry.ts';
import type { User } from '../accounts/User.ts';
import type { App } from '../app.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';

type Record = (entry: NewAuditEntry) => Promise<void>;

/** Runs a change and writes the entry of the audit log that tells of it, both in one transaction. */
export function changeProject<R>(
  { db }: Pick<App, 'db'>,
  project: Pick<Project, 'id'>,
  actor: Actor,
  run: (tx: Db, record: Record) => Promise<R>,
): Promise<R> {
  return db
    .transaction()
    .execute((tx) => run(tx, (entry) => recordAudit(tx, project, actor, entry)));
}

/** The signed-in person as the audit log names him. */
export function actorOf({ id, name }: Pick<User, 'id' | 'name'>): Actor {
  return { kind: 'user', id, name };
}
