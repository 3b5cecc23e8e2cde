import type { LinkProposal as ProposalResource } from '@fairlead/contract/operations/dashboard/linkProposals';
import {
  changedFields,
  isOutOfDate,
  type LinkProposal,
} from '#links/changing/proposals/LinkProposal.ts';
import type { Link } from '#links/link/Link.ts';

export function renderLinkProposal(
  proposal: LinkProposal | undefined,
  link: Link,
): ProposalResource | null {
  if (!proposal) return null;
  return {
    id: proposal.id,
    proposer: proposal.proposer,
    createdAt: proposal.createdAt.toISOString(),
    deletes: proposal.changes === null,
    fields: changedFields(proposal, link),
    outOfDate: isOutOfDate(proposal, link),
  };
}
