import type { Db } from '#platform/db/Db.ts';
import type { AppKey } from './AppKey.ts';

/** Finds a key by the hex SHA-256 of its text, including expired ones: the caller checks `expiresAt`. */
export async function findAppKey(db: Db, hash: string): Promise<AppKey | undefined> {
  const row = await db
    .selectFrom('app_keys')
    .select(['id', 'project_id', 'class', 'expires_at'])
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst();
  return (
    row && { id: row.id, projectId: row.project_id, class: row.class, expiresAt: row.expires_at }
  );
}
