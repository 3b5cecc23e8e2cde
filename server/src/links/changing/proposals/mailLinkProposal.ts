import { nameInMail } from '#teams/accounts/users/checkName.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Mail, MailMessage } from '#platform/ports/Mail.ts';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { displayNameOf } from '../../link/Link.ts';

interface Dependencies {
  readonly db: Db;
  readonly mail: Mail;
  readonly publicUrl: URL;
}

/** Tells an owner or admin of a change that waits; nobody who is none any more, and not once it is decided. */
export async function mailLinkProposal(
  { db, mail, publicUrl }: Dependencies,
  { proposalId, userId }: { readonly proposalId: string; readonly userId: string },
): Promise<void> {
  const row = await db
    .selectFrom('link_proposals as proposal')
    .innerJoin('links', 'links.id', 'proposal.link_id')
    .innerJoin('projects', 'projects.id', 'proposal.project_id')
    .innerJoin('project_members as member', 'member.project_id', 'proposal.project_id')
    .innerJoin('users as approver', 'approver.id', 'member.user_id')
    .leftJoin('users as proposer', 'proposer.id', 'proposal.proposer_id')
    .select([
      'links.id as link_id',
      'links.name',
      'links.slug',
      'projects.id as project_id',
      'projects.name as project',
      'projects.brand',
      'approver.email',
      'proposer.name as proposer',
    ])
    .where('proposal.id', '=', proposalId)
    .where('member.user_id', '=', userId)
    .where('member.role', 'in', ['owner', 'admin'])
    .where('links.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const url = new URL(`/p/${row.project_id}/links/${row.link_id}`, publicUrl).href;
  const message = renderProposal({ ...row, link: displayNameOf(row), url });
  await mail.send(brandMail(message, (row.brand as Brand | null)?.mails));
}

interface ProposalMail {
  readonly email: string;
  readonly proposer: string | null;
  readonly project: string;
  readonly link: string;
  readonly url: string;
}

/** Plain text, like the emails about accounts. */
function renderProposal({ email, proposer, project, link, url }: ProposalMail): MailMessage {
  return {
    to: email,
    subject: `A change of the printed link ${link.replaceAll(/\s+/g, ' ').slice(0, 100)} waits for your approval`,
    text: `${proposer === null ? 'A former member' : nameInMail(proposer, 'Somebody')} proposes a change of the link ${link} in the project ${nameInMail(project, 'that you know')}. The code of this link is on paper, so another owner or admin approves what it leads to.

See what would change, and approve or decline it:
${url}
`,
  };
}
