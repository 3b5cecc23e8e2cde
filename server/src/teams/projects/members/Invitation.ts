import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { LIMITS } from '@fairlead/contract/limits';

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

/** With its token, which is not stored. */
export interface IssuedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Where the person invited joins the project. */
export function invitationLinkOf(token: string, publicUrl: URL): string {
  const page = new URL('/invitation', publicUrl);
  page.searchParams.set('token', token);
  return page.href;
}

/** A new token, valid for 7 days. Not mailed until the mail server has accepted it. */
export function newInvitationToken(now: number) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + LIMITS.invitationDays * DAY_MS);
  return { token, token_hash: hashOfToken(token), expires_at: expiresAt, mailed: false };
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
