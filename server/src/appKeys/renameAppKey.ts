import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type AppKeyInfo, readAppKeyInfo } from './AppKeyInfo.ts';

export async function renameAppKey(
  db: Db,
  project: Project,
  id: string,
  name: string,
): Promise<AppKeyInfo> {
  const row = await db
    .updateTable('app_keys')
    .set({ name: name.trim() })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Key not found');
  return readAppKeyInfo(row);
}
