import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A place in a project reserved for a person; its token is in the email, or in a link that was shown once. */
export interface Invitation {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: 'admin' | 'viewer';
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** False: the person inviting passes on the link, so it verifies no email. */
  readonly mailed: boolean;
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function readInvitationRow(row: Selectable<Database['invitations']>): Invitation {
  return {
    id: row.id,
    projectId: row.project_id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    mailed: row.mailed,
  };
}
