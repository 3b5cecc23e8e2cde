import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { AppKeyInfo } from './AppKeyInfo.ts';
import { endAppKey } from './endAppKey.ts';
import { getAppKey } from './listAppKeys.ts';

/** Revokes a key immediately. NOT_FOUND if there is none. */
export function revokeAppKey(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<AppKeyInfo> {
  return changeProject(db, project, actor, async (tx, record) => {
    const key = await getAppKey(tx, project, id);
    await endAppKey(tx, project, key, new Date());
    await record({ action: 'key.revoked', target: { kind: 'key', id: key.id, name: key.name } });
    return key;
  });
}
