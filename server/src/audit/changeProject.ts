import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { Actor } from './AuditEntry.ts';
import { recordAudit, type NewAuditEntry } from './recordAudit.ts';

type Record = (entry: NewAuditEntry) => Promise<void>;

/** Runs a change and writes its audit log entry, both in one transaction. */
export function changeProject<R>(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  run: (tx: Db, record: Record) => Promise<R>,
): Promise<R> {
  return db
    .transaction()
    .execute((tx) => run(tx, (entry) => recordAudit(tx, project, actor, entry)));
}
