import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Queue } from '#platform/queue/createQueue.ts';
import type { Person } from '#teams/audit/AuditEntry.ts';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf } from '../../creating/auditTargets.ts';
import { lockLink } from '../../finding/lockLink.ts';
import { assertUnhindered, readFolderRights } from '../../folders/folderRights.ts';
import type { Link } from '../../link/Link.ts';
import { isMeant, type Versions } from '../../link/linkVersion.ts';
import { findPrintedTargets } from '../../rules/printedTargets.ts';
import { assertFits, type LinkChanges, updateLink } from '../updateLink.ts';
import { listOtherApprovers } from './listOtherApprovers.ts';
import { makeApproved } from './makeApproved.ts';
import { leadVersionOf, splitChanges } from './LinkProposal.ts';

interface ProposalInput {
  readonly linkId: string;
  /** Null: to delete the link. */
  readonly changes: LinkChanges | null;
  /** Meant even if nobody else may approve it. */
  readonly confirmed: boolean;
  readonly versions: Versions | null;
}

interface Proposed {
  readonly link: Link;
  /** Whether it waits for approval now. */
  readonly waits: boolean;
  /** False: the link is not one of the versions meant, and nothing was done. */
  readonly changed: boolean;
}

/**
 * Proposes a change of where a printed link leads, or one that printed links lead to, and makes at once whatever needs no approval: all of it where nobody else
 * may give one. Throws CONFLICT where that is not confirmed, and where another proposal waits; and what `updateLink` throws.
 */
export function proposeLinkChange(
  { db, queue }: { readonly db: Db; readonly queue: Queue },
  project: Project,
  actor: Person,
  { linkId, changes, confirmed, versions }: ProposalInput,
): Promise<Proposed> {
  return inTransaction(db, async (tx) => {
    const link = await lockLink(tx, project, linkId);
    assertUnhindered((await readFolderRights(tx, project, actor))(link.folderId));
    if (versions !== null && !isMeant(link, versions))
      return { link, changed: false, waits: false };
    if (changes) await assertFits(tx, project, actor, linkId, changes);
    const isOnPaper = await countsAsPrinted(tx, project, link);
    const { leading, free } = splitChanges(link, changes ?? {});
    const waits = isOnPaper && (changes === null || Object.keys(leading).length > 0);
    const approvers = waits ? await listOtherApprovers(tx, link, actor.id) : [];
    if (approvers.length > 0) {
      if (Object.keys(free).length > 0) await updateLink(tx, project, actor, linkId, free);
      const id = await insert(tx, project, actor, link, changes && leading);
      for (const userId of approvers) {
        await queue.send(tx, 'mail-proposal', { projectId: project.id, proposalId: id, userId });
      }
      return { link, changed: true, waits };
    }
    if (waits && !confirmed) {
      throw new Problem(
        'CONFLICT',
        `${link.printed ? 'The link is marked as printed' : 'A printed link leads to this one'}, and nobody else in the project may approve this; send it with confirmed`,
      );
    }
    const made = await makeApproved(tx, project, actor, linkId, changes);
    return { ...made, waits: false };
  });
}

async function countsAsPrinted(tx: Db, project: Project, link: Link): Promise<boolean> {
  return link.printed || (await findPrintedTargets(tx, project)).has(link.slug);
}

async function insert(
  tx: Db,
  project: Project,
  actor: Person,
  link: Link,
  changes: LinkChanges | null,
): Promise<string> {
  const row = await tx
    .insertInto('link_proposals')
    .values({
      id: newId(),
      link_id: link.id,
      project_id: project.id,
      proposer_id: actor.id,
      changes: changes && { ...changes },
      lead_version: leadVersionOf(link),
    })
    .onConflict((conflict) => conflict.column('link_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) {
    throw new Problem(
      'CONFLICT',
      'Another change of this link waits for approval; decide on it or withdraw it first',
    );
  }
  await recordAudit(tx, project, actor, {
    action: 'proposal.created',
    target: targetOf(link),
    details: changes === null ? { deletes: true } : { changes },
  });
  return row.id;
}
