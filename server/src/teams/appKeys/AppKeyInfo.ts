import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { KeyClass } from './AppKey.ts';

/** A key as lists show it: never its text. */
export interface AppKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly class: KeyClass;
  readonly prefix: string;
  readonly createdAt: Date;
  /** Null if the key does not expire. */
  readonly expiresAt: Date | null;
  /** Hex SHA-256 of the text: the key under which it is cached. */
  readonly hash: string;
}

export function readAppKeyInfo(row: Selectable<Database['app_keys']>): AppKeyInfo {
  return {
    id: row.id,
    name: row.name,
    class: row.class,
    prefix: row.prefix,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    hash: row.hash.toString('hex'),
  };
}
