import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../Project.ts';

/** Revokes an invitation. NOT_FOUND if the project has none with that id. */
export function revokeInvitation(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const row = await tx
      .deleteFrom('invitations')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (row === undefined) throw new Problem('NOT_FOUND', 'Invitation not found');
    await record({
      action: 'invitation.revoked',
      target: { kind: 'invitation', id: row.id, name: row.email },
    });
  });
}
