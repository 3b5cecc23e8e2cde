import { finding } from '@fairlead/contract/finding';
import { randomBytes } from 'node:crypto';
import { normaliseEmail } from '../accounts/normaliseEmail.ts';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import { newId } from '../lib/uuid.ts';
import { hashOfToken, type Invitation, readInvitationRow } from './Invitation.ts';
import type { Project } from './Project.ts';
import { DAY_MS } from '../lib/time.ts';

export const INVITATION_DAYS = 7;

/** Who invites; the operator, on the command line, is not a user. */
export interface Inviter {
  readonly id: string | null;
  readonly name: string;
}

/**
 * Invites an email for 7 days; an earlier invitation of it ends. The token is returned here and never
 * again. CONFLICT for a member.
 */
export async function createInvitation(
  db: Db,
  project: Project,
  inviter: Inviter,
  input: { readonly email: string; readonly role: 'admin' | 'viewer' },
): Promise<{ invitation: Invitation; token: string }> {
  const email = normaliseEmail(input.email);
  const member = await db
    .selectFrom('project_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select('users.id')
    .where('member.project_id', '=', project.id)
    .where('users.email', '=', email)
    .executeTakeFirst();
  if (member) {
    const message = `${email} is a member of the project already`;
    throw new Problem('CONFLICT', finding('email', 'taken', message));
  }
  const now = Date.now();
  const { token, ...fresh } = newToken(now);
  const values = {
    ...fresh,
    id: newId(now),
    role: input.role,
    invited_by: inviter.id,
    invited_by_name: inviter.name,
    created_at: new Date(now),
  };
  const row = await db
    .insertInto('invitations')
    .values({ ...values, project_id: project.id, email })
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { invitation: readInvitationRow(row), token };
}

/**
 * Gives an open invitation a new token and 7 more days; the previous token ends. Undefined if the project
 * has no open one with that id.
 */
export async function renewInvitation(
  db: Db,
  project: Project,
  id: string,
): Promise<{ invitation: Invitation; token: string } | undefined> {
  const { token, ...fresh } = newToken(Date.now());
  const row = await db
    .updateTable('invitations')
    .set(fresh)
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst();
  return row && { invitation: readInvitationRow(row), token };
}

/** Not sent until the mail server has accepted it. */
function newToken(now: number) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + INVITATION_DAYS * DAY_MS);
  return { token, token_hash: hashOfToken(token), expires_at: expiresAt, mailed: false };
}
