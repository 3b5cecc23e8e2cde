import type { NewLink } from '../link/NewLink.ts';
import type { Pool } from 'pg';
import type { Db } from '#platform/db/Db.ts';
import {
  askAll,
  type CallGroup,
  groupCalls,
  type GroupStatement,
} from '#platform/db/groupCalls.ts';
import { insertColumnsOf, type NewRow } from '#platform/db/newRows.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { newId } from '#platform/lib/uuid.ts';
import { LINK_COLUMNS, type LinkRow } from '../link/Link.ts';
import { newSlug } from '../link/newSlug.ts';
import { storedPlacements } from '../link/placements.ts';
import { tidyTags } from '../link/tags.ts';
import { storedRules } from '../rules/storedRules.ts';

export interface GivenLink extends NewRow<'links'> {
  /** It is not written if its project has this many links already; null: any number. */
  readonly most: number | null;
}

/** A written link, or why it was not: its domain is none of the project's, `most`, or its slug or externalId is taken. */
export type WrittenLink =
  | (LinkRow & { readonly refusal: null })
  | { readonly refusal: 'domain' | 'limit' | 'name' };

const { names, types, values } = insertColumnsOf('links');

const LINKS_OF_PROJECT =
  '(select coalesce(sum(links), 0) from link_counts where link_counts.project_id = given.project_id)';

/**
 * If a domain is being removed, this waits, and then does not find it. Links are written in the same order by all, so
 * that overlapping calls wait for each other without deadlock; if two of one call want the same name, either may win.
 */
const WRITE: GroupStatement<GivenLink, WrittenLink> = {
  name: 'write-links',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (n int, most int, ${types})
), usable as materialized (
  select id as usable_id, project_id as owner_id from domains
  where id = any (array(select distinct domain_id from given)) and verified_at is not null
  order by id
  for key share
), made as (
  insert into links (${names})
  select ${values()} from given join usable on usable_id = domain_id and owner_id = project_id
  where most is null or most > ${LINKS_OF_PROJECT}
  order by project_id, external_id, slug
  on conflict do nothing
  returning ${LINK_COLUMNS.join(', ')}
)
select given.n, made.*, case
    when made.id is not null then null
    when usable_id is null then 'domain'
    when most <= ${LINKS_OF_PROJECT} then 'limit'
    else 'name'
  end as refusal
from given left join made using (id)
  left join usable on usable_id = given.domain_id and owner_id = given.project_id`,
};

export type LinkWrites = CallGroup<GivenLink, WrittenLink>;

export function openLinkWrites(pool: Pool): LinkWrites {
  return groupCalls(pool, WRITE);
}

/** Writes links in one statement, and tells what became of each, in their order. */
export function writeLinks(db: Db, links: readonly GivenLink[]): Promise<WrittenLink[]> {
  return askAll(db, WRITE, links);
}

/** Writes one link: in the transaction of `db`, or else in a statement that it shares with simultaneous ones. */
export async function writeLink(
  { db, groups }: { readonly db: Db; readonly groups: { readonly links: LinkWrites } },
  link: GivenLink,
): Promise<WrittenLink> {
  if (!db.isTransaction) return groups.links.ask(link, { owner: link.project_id });
  const [written] = await writeLinks(db, [link]);
  return written!;
}

/** The row of a new link, for fields that passed `checkNewLink`; without a slug it gets one. */
export function rowOf(
  { id: domainId, projectId }: Pick<Domain, 'id' | 'projectId'>,
  fields: NewLink,
  { byApp = false, most = null }: { readonly byApp?: boolean; readonly most?: number | null } = {},
): GivenLink {
  return {
    id: newId(),
    project_id: projectId,
    domain_id: domainId,
    type: fields.type,
    slug: fields.slug ?? newSlug(),
    name: fields.name,
    external_id: fields.externalId,
    fallback_url: fields.fallbackUrl,
    ios_url: fields.iosUrl,
    android_url: fields.androidUrl,
    ios_fallback_url: fields.iosFallbackUrl,
    android_fallback_url: fields.androidFallbackUrl,
    parameters: fields.parameters,
    metadata: fields.metadata,
    allow_query_passthrough: fields.allowQueryPassthrough ?? false,
    made_by_app: byApp,
    ios_social_breakout: fields.iosSocialBreakout,
    ios_browser_auto_open: fields.iosBrowserAutoOpen ?? false,
    tags: tidyTags(fields.tags ?? []),
    folder_id: fields.folderId,
    expires_at: fields.expiresAt,
    archived: fields.archived ?? false,
    imported_clicks: fields.importedClicks,
    expired_url: fields.expiredUrl,
    expires_after_clicks: fields.expiresAfterClicks,
    used_up: false,
    rules: storedRules(fields.rules),
    variants: fields.variants,
    placements: storedPlacements(fields.placements),
    printed: false,
    created_at: fields.createdAt,
    updated_at: undefined,
    deleted_at: undefined,
    most,
  };
}
