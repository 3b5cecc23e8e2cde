import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { Actor } from './AuditEntry.ts';
import { recordAudit, type NewAuditEntry } from './recordAudit.ts';

type Record = (entry: NewAuditEntry) => Promise<void>;

/** Runs a change and writes its audit log entry, both in one transaction: that of `db` if it is one. */
export function changeProject<R>(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  run: (tx: Db, record: Record) => Promise<R>,
): Promise<R> {
  const change = (tx: Db) => run(tx, (entry) => recordAudit(tx, project, actor, entry));
  return db.isTransaction ? change(db) : db.transaction().execute(change);
}
