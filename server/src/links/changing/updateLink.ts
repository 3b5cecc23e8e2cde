import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { type Finding, finding } from '@fairlead/contract/finding';
import type { UpdateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { changeLink, type ChangedLink } from './changeLinks.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { checkUtm } from '../creating/checkUtm.ts';
import { checkLinkFields, serialiseDestinations } from '../creating/checkNewLink.ts';
import { getFolderId } from '../folders/findFolders.ts';
import { inFolderOf } from '../folders/inFolderOf.ts';
import { findLoops, findMissing } from '../rules/findLoops.ts';
import type { Versions } from '../link/linkVersion.ts';
import { storedPlacements } from '../link/placements.ts';
import { tidyTags } from '../link/tags.ts';
import { storedRules } from '../rules/storedRules.ts';

/** Cannot change after creation (Rule: operations; Rule: bodies 11). */
const FIXED = ['externalId', 'slug', 'type', 'domain', 'createdAt'] as const;

/** Only the dashboard marks links as printed. */
export type LinkChanges = UpdateLinkRequest & Pick<UpdateProjectLinkRequest, 'printed'>;

/** Fields that null clears, with their columns. */
const COLUMNS = {
  name: 'name',
  fallbackUrl: 'fallback_url',
  iosUrl: 'ios_url',
  androidUrl: 'android_url',
  iosFallbackUrl: 'ios_fallback_url',
  androidFallbackUrl: 'android_fallback_url',
  parameters: 'parameters',
  metadata: 'metadata',
  allowQueryPassthrough: 'allow_query_passthrough',
  iosSocialBreakout: 'ios_social_breakout',
  iosBrowserAutoOpen: 'ios_browser_auto_open',
  tags: 'tags',
  folderId: 'folder_id',
  expiresAt: 'expires_at',
  archived: 'archived',
  importedClicks: 'imported_clicks',
  expiredUrl: 'expired_url',
  expiresAfterClicks: 'expires_after_clicks',
  printed: 'printed',
} as const satisfies Partial<Record<keyof LinkChanges | 'folderId', keyof Database['links']>>;

/** Throws VALIDATION_ERROR if a link cannot become like that. */
export async function assertFits(
  db: Db,
  project: Pick<Project, 'id' | 'utmValues'>,
  author: Actor,
  id: string,
  changes: LinkChanges,
): Promise<void> {
  const findings = [
    ...checkLinkChanges(changes),
    ...(author.kind === 'user' ? checkUtm(project, changes) : []),
  ];
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const leads = [
    ...(await findMissing(db, project, changes)),
    ...(await findLoopsOf(db, project, id, changes)),
  ];
  if (leads.length > 0) throw new Problem('VALIDATION_ERROR', leads);
}

/**
 * Replaces the fields that are sent; omitted ones stay, null clears. `author`, `versions` and `approved` as in `changeLink`.
 * Throws VALIDATION_ERROR for bad or fixed fields, and what `changeLink` throws.
 */
export async function updateLink(
  db: Db,
  project: Pick<Project, 'id' | 'utmValues'>,
  author: Actor,
  id: string,
  changes: LinkChanges,
  versions: Versions | null = null,
  approved = false,
): Promise<ChangedLink> {
  await assertFits(db, project, author, id, changes);
  const set: Record<string, unknown> = {};
  const folderId = await getFolderId(db, project, changes);
  const fields = serialiseDestinations({ ...changes, folderId });
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = fields[field as keyof typeof COLUMNS];
    if (value !== undefined) set[column] = value;
  }
  if (changes.tags !== undefined) set['tags'] = tidyTags(changes.tags ?? []);
  if (changes.expiresAfterClicks !== undefined) set['used_up'] = false;
  if (fields.rules !== undefined) set['rules'] = asJson(storedRules(fields.rules));
  if (fields.variants !== undefined) set['variants'] = asJson(fields.variants);
  if (fields.placements !== undefined) {
    set['placements'] = asJson(storedPlacements(fields.placements));
  }
  // If nothing changes, updated_at stays as well.
  if (Object.keys(set).length > 0) set['updated_at'] = new Date();
  else set['id'] = id;
  const details = { fields: Object.keys(changes) };
  return inFolderOf(db, project, { author, folderId }, (tx) =>
    changeLink(tx, project, author, id, {
      set,
      action: 'link.updated',
      details,
      versions,
      approved,
    }),
  );
}

function asJson(list: readonly unknown[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

async function findLoopsOf(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
  changes: UpdateLinkRequest,
): Promise<Finding[]> {
  const isLed = changes.rules || changes.variants;
  if (!isLed && DESTINATION_FIELDS.every((field) => !changes[field])) return [];
  const link = await db
    .selectFrom('links')
    .innerJoin('domains', 'domains.id', 'links.domain_id')
    .select(['links.slug', 'domains.id', 'domains.host'])
    .where('links.project_id', '=', project.id)
    .where('links.id', '=', id)
    .where('links.deleted_at', 'is', null)
    .executeTakeFirst();
  return link ? findLoops(db, { project, domain: link, slug: link.slug }, changes) : [];
}

/** What is wrong with a change, whichever link it is for. */
export function checkLinkChanges(changes: UpdateLinkRequest): Finding[] {
  const fixed = FIXED.filter((field) => changes[field] !== undefined);
  return [
    ...fixed.map((field) =>
      finding(field, 'immutable', `${field} cannot be changed after creation; leave it out`),
    ),
    ...checkLinkFields(changes),
  ];
}
