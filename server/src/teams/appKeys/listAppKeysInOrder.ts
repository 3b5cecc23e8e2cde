import type { Db } from '#platform/db/Db.ts';
import type { AppKey } from './AppKey.ts';

interface HashedKey extends AppKey {
  /** The hex SHA-256 of the key's text. */
  readonly hash: string;
}

/** A page of all keys, expired ones included, by hash, after the one where the page before ended: for copying them. */
export async function listAppKeysInOrder(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<HashedKey[]> {
  const rows = await db
    .selectFrom('app_keys')
    .select(['id', 'project_id', 'class', 'expires_at', 'hash'])
    .where('hash', '>', Buffer.from(after, 'hex'))
    .orderBy('hash')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    class: row.class,
    expiresAt: row.expires_at,
    hash: Buffer.from(row.hash).toString('hex'),
  }));
}
