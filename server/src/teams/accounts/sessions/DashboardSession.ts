/** A signed-in browser (or a provisioned script) of one user; short-lived bearer tokens are issued from it. */
export interface DashboardSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

interface SessionRow {
  id: string;
  user_id: string;
  expires_at: Date;
  created_at: Date;
  address: string | null;
  user_agent: string | null;
}

/** The refresh credential (`token`) is omitted on purpose: no list or response can contain it. */
export const DASHBOARD_SESSION_COLUMNS = [
  'id',
  'user_id',
  'expires_at',
  'created_at',
  'address',
  'user_agent',
] as const;

export function readDashboardSession(row: SessionRow): DashboardSession {
  return {
    id: row.id,
    userId: row.user_id,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    // The library writes an empty string for "not known".
    address: row.address || undefined,
    userAgent: row.user_agent || undefined,
  };
}
