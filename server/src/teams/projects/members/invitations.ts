import { readEmail } from '../../accounts/users/normaliseEmail.ts';
import { sql } from 'kysely';
import { projectsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import { hashOfToken, type Invitation, readInvitationRow } from './Invitation.ts';
import type { Project } from '../Project.ts';

/** Open invitations of a project, newest first. */
export async function listInvitations(db: Db, project: Project): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .execute();
  return rows.map(readInvitationRow);
}

/** Revokes the invitation of an email, if there is one. */
export async function deleteInvitationOf(db: Db, project: Project, email: string): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('project_id', '=', project.id)
    .where('email', '=', readEmail(email) ?? '')
    .execute();
}

/** Deletes invitations that can no longer be accepted, with the emails they contain. */
export async function deleteEndedInvitations(db: Db, now: Date): Promise<void> {
  await projectsApart(db, (of) =>
    sql`delete from invitations where expires_at < ${now} and ${of('project_id')}`.execute(db),
  );
}

/** The open invitation of a token. Within a transaction, no one else can accept it until the end. */
export async function findInvitation(
  db: Db,
  token: string,
): Promise<(Invitation & { readonly projectName: string }) | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .selectAll('invitations')
    .select('projects.name as project_name')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', new Date())
    .forUpdate('invitations')
    .executeTakeFirst();
  return row && { ...readInvitationRow(row), projectName: row.project_name };
}

/** The mail server has accepted the email, so anyone with the token has access to that mailbox. */
export async function markMailed(db: Db, token: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ mailed: true })
    .where('token_hash', '=', hashOfToken(token))
    .execute();
}
