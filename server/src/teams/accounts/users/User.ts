import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A person who signs in to the dashboard. Holds no credential. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: Date;
}

export const USER_COLUMNS = [
  'users.id',
  'users.name',
  'users.email',
  'users.email_verified',
  'users.two_factor_enabled',
  'users.created_at',
] as const;

type UserRow = Pick<
  Selectable<Database['users']>,
  'id' | 'name' | 'email' | 'email_verified' | 'two_factor_enabled' | 'created_at'
>;

export function readUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified,
    twoFactorEnabled: row.two_factor_enabled,
    createdAt: row.created_at,
  };
}
