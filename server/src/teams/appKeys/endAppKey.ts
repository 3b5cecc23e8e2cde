import type { Db } from '#platform/db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { AppKeyInfo } from './AppKeyInfo.ts';

/** Sets the time at which a key expires, never later than it already would. */
export async function endAppKey(
  db: Db,
  project: Project,
  key: AppKeyInfo,
  at: Date,
): Promise<void> {
  if (key.expiresAt !== null && key.expiresAt <= at) return;
  await db
    .updateTable('app_keys')
    .set({ expires_at: at })
    .where('project_id', '=', project.id)
    .where('id', '=', key.id)
    .execute();
}
