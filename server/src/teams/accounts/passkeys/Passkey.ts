import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { User } from '../users/User.ts';

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** The host of the dashboard when it was added (the RP ID): it works at no other. */
  readonly host: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

export const PASSKEY_COLUMNS = ['id', 'name', 'host', 'created_at', 'last_used_at'] as const;

type PasskeyRow = Pick<Selectable<Database['passkeys']>, (typeof PASSKEY_COLUMNS)[number]>;

export function readPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

/** What an authenticator keeps beside a passkey to say whose it is: the bytes of the id, in base64url. */
export function userHandleOf({ id }: Pick<User, 'id'>): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}
