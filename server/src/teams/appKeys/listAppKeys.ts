import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type AppKeyInfo, readAppKeyInfo } from './AppKeyInfo.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** Days for which an expired key is still listed. */
const ENDED_SHOWN_DAYS = 30;

/** Keys that do not expire first, then newest first. */
export async function listAppKeys(db: Db, project: Project): Promise<AppKeyInfo[]> {
  const since = new Date(Date.now() - ENDED_SHOWN_DAYS * DAY_MS);
  const rows = await db
    .selectFrom('app_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', since)]))
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readAppKeyInfo);
}

/** A key of the project, locked if called in a transaction; or NOT_FOUND. */
export async function getAppKey(db: Db, project: Project, id: string): Promise<AppKeyInfo> {
  const row = await db
    .selectFrom('app_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Key not found');
  return readAppKeyInfo(row);
}
