import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Link } from '../../link/Link.ts';
import { lockLink } from '../../finding/lockLink.ts';
import { findLinkProposal, type LinkProposal } from './LinkProposal.ts';

export interface NamedProposal {
  readonly linkId: string;
  readonly proposalId: string;
}

/** The proposal, which does not wait any more. Of two who decide at once, the second finds none. */
export async function takeProposal(
  tx: Db,
  project: Project,
  { linkId, proposalId }: NamedProposal,
): Promise<{ readonly link: Link; readonly proposal: LinkProposal }> {
  const link = await lockLink(tx, project, linkId);
  const proposal = await findLinkProposal(tx, link);
  if (proposal?.id !== proposalId) {
    throw new Problem('NOT_FOUND', 'This proposal does not wait any more; load the page again');
  }
  await tx
    .deleteFrom('link_proposals')
    .where('link_id', '=', link.id)
    .where('project_id', '=', project.id)
    .execute();
  return { link, proposal };
}
