import type { Db } from '#platform/db/Db.ts';
import type { Person } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf } from '../../creating/auditTargets.ts';
import { assertUnhindered, readFolderRights } from '../../folders/folderRights.ts';
import { type NamedProposal, takeProposal } from './takeProposal.ts';

/**
 * Declines the proposed change; by the proposer, withdraws it. Throws NOT_FOUND if it does not wait any more, FORBIDDEN for somebody else
 * who may not change the link.
 */
export function closeLinkProposal(
  db: Db,
  project: Project,
  actor: Person,
  named: NamedProposal,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const { link, proposal } = await takeProposal(tx, project, named);
    const own = proposal.proposer?.userId === actor.id;
    if (!own) assertUnhindered((await readFolderRights(tx, project, actor))(link.folderId));
    await record({
      action: own ? 'proposal.withdrawn' : 'proposal.declined',
      target: targetOf(link),
      details: { proposedBy: proposal.proposer?.name ?? null },
    });
  });
}
