import type { Generated, Kysely } from 'kysely';

/** Rows of `0002_accounts.sql`. better-auth writes the first five too, by the mapping in `configureAuth.ts`. */
export interface AccountTables {
  users: UserTable;
  dashboard_sessions: DashboardSessionTable;
  user_accounts: UserAccountTable;
  verifications: VerificationTable;
  two_factors: TwoFactorTable;
  project_members: ProjectMemberTable;
}

/** Any connection or transaction that knows these tables. */
export type AccountDatabase = Kysely<AccountTables>;

export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  two_factor_enabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface DashboardSessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface UserAccountTable {
  id: string;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface TwoFactorTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Date | null;
}

/** What a person may do in a project; one owner a project. */
export type Role = 'owner' | 'admin' | 'viewer';

export interface ProjectMemberTable {
  project_id: string;
  user_id: string;
  role: Role;
  created_at: Generated<Date>;
}
