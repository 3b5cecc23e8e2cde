import { nameInMail } from '#teams/accounts/users/checkName.ts';
import { LIMITS } from '@fairlead/contract/limits';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Mail, MailMessage } from '#platform/ports/Mail.ts';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { signDownloadUrl, type Signer } from './downloadUrl.ts';
import { COUNTED_FIELDS } from '#visits/clicks/facts/Click.ts';
import { headingOf } from './rows/csvHeading.ts';
import { type Export, readExport } from './Export.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly mail: Mail;
  readonly signer: Signer;
}

/**
 * Emails the user who started a completed export (Rule: exports 10), once: a repeated job sees that it was
 * done. Only a kill between the mail server's answer and our record of it leads to two.
 */
export async function mailExport(
  { db, mail, signer }: Dependencies,
  exportId: string,
): Promise<void> {
  const row = await db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .innerJoin('projects', 'projects.id', 'exports.project_id')
    .selectAll('exports')
    .select(['users.email', 'projects.name as project_name', 'projects.brand'])
    .where('exports.id', '=', exportId)
    .where('exports.status', '=', 'completed')
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const entry = readExport(row);
  const url = signDownloadUrl(signer, entry);
  const message = renderExportReady(row.email, row.project_name, { entry, url });
  await mail.send(brandMail(message, (row.brand as Brand | null)?.mails));
  await db
    .updateTable('exports')
    .set({ mailed_at: new Date() })
    .where('id', '=', entry.id)
    .execute();
}

function renderExportReady(
  to: string,
  projectName: string,
  { entry, url }: { readonly entry: Export; readonly url: string },
): MailMessage {
  const count = (entry.rowCount ?? 0).toLocaleString('en');
  const [row, what] = CONTENTS[entry.filters.kind ?? 'links'];
  const plural = entry.rowCount === 1 ? '' : 's';
  return {
    to,
    subject: `Your export of ${count} ${row}${plural} is ready`,
    text: `Your export of the ${what} in ${nameInMail(projectName, 'your project')} is ready, as a CSV file with ${count} row${plural}.

Download it within ${LIMITS.exportLinkDays} days:
${url}

${describeFilters(entry.filters)}
`,
  };
}

/** What a row is, and what the file has. */
const CONTENTS = {
  links: ['link', 'links'],
  routes: ['row', 'rules and variants'],
  clicks: ['click', 'clicks'],
  events: ['event', 'events'],
} as const;

const LABELS = [
  ['search', 'Search'],
  ['tag', 'Tag'],
  ['archived', 'Archived'],
  ['expired', 'Expired'],
  ['createdAfter', 'Created on or after'],
  ['createdBefore', 'Created before'],
  ['activeAfter', 'Activity from'],
  ['activeBefore', 'Activity until'],
  ['sortBy', 'Sorted by'],
  ['sortOrder', 'Order'],
  ['linkId', 'Link'],
  ['saidBy', 'Said by'],
  ...COUNTED_FIELDS.map((name) => [name, headingOf(name)] as const),
] as const;

function describeFilters(filters: Export['filters']): string {
  return LABELS.flatMap(([name, label]) => {
    const { [name]: value } = filters;
    if (value === undefined) return [];
    return `${label}: ${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`;
  }).join('\n');
}
