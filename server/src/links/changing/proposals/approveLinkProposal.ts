import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Person } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf } from '../../creating/auditTargets.ts';
import { listOtherApprovers } from './listOtherApprovers.ts';
import { makeApproved } from './makeApproved.ts';
import { isOutOfDate } from './LinkProposal.ts';
import { type NamedProposal, takeProposal } from './takeProposal.ts';

/**
 * Makes the proposed change. Throws NOT_FOUND if it does not wait any more, FORBIDDEN for the proposer if somebody else may
 * approve it, CONFLICT if the link leads elsewhere than when it was proposed; and what `updateLink` throws.
 */
export function approveLinkProposal(
  db: Db,
  project: Project,
  actor: Person,
  named: NamedProposal,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const { link, proposal } = await takeProposal(tx, project, named);
    const own = proposal.proposer?.userId === actor.id;
    if (own && (await listOtherApprovers(tx, link, actor.id)).length > 0) {
      throw new Problem(
        'FORBIDDEN',
        'Another owner or admin has to approve what you have proposed',
      );
    }
    if (isOutOfDate(proposal, link)) {
      throw new Problem(
        'CONFLICT',
        'Where the link leads has changed since this was proposed; decline it, and propose the change again',
      );
    }
    await record({
      action: 'proposal.approved',
      target: targetOf(link),
      details: { proposedBy: proposal.proposer?.name ?? null },
    });
    await makeApproved(tx, project, actor, link.id, proposal.changes);
  });
}
