import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { type IssuedInvitation, newInvitationToken, readInvitationRow } from './Invitation.ts';
import type { Project } from '../Project.ts';

/**
 * Gives an open invitation a new token and 7 more days; the previous token ends. NOT_FOUND if the project
 * has no open one with that id.
 */
export function renewInvitation(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<IssuedInvitation> {
  return changeProject(db, project, actor, async (tx, record) => {
    const { token, ...fresh } = newInvitationToken(Date.now());
    const row = await tx
      .updateTable('invitations')
      .set(fresh)
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .where('expires_at', '>', new Date())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new Problem('NOT_FOUND', 'Invitation not found; invite again');
    const invitation = readInvitationRow(row);
    await record({
      action: 'invitation.renewed',
      target: { kind: 'invitation', id: invitation.id, name: invitation.email },
    });
    return { invitation, token };
  });
}
