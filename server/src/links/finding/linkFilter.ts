import type { LinkType } from '@fairlead/contract/resources';
import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import { patternOf } from '#platform/db/patternOf.ts';
import { readRange, type TimeRange } from '#platform/lib/timeRange.ts';
import type { Project } from '#teams/projects/Project.ts';

/** Which of a project's links a list, an export or a number covers. */
export interface LinkFilter {
  /** Part of a name, slug, externalId or destination, ignoring case. */
  readonly search?: string | undefined;
  readonly type?: LinkType | undefined;
  readonly slug?: string | undefined;
  readonly externalId?: string | undefined;
  /** A `fallbackUrl`. */
  readonly destination?: string | undefined;
  /** One or, with commas between them, several that a link has all of; ignoring case. */
  readonly tag?: string | undefined;
  /** Id of a folder; none: those in no folder. */
  readonly folder?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly expired?: boolean | undefined;
  /** Whether a change of it waits for approval. */
  readonly proposed?: boolean | undefined;
  /** Only those deleted in the last days, instead of live ones. */
  readonly deleted?: boolean | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Only links whose id is lower. */
  readonly before?: string | undefined;
  /** Host, ignoring case. */
  readonly domain?: string | undefined;
  readonly created?: TimeRange | undefined;
}

/** The filters as they arrive in a request, with days of creation for bounds. */
export type LinkFilterInput = Omit<LinkFilter, 'created'> & {
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
};

export function readLinkFilter(input: LinkFilterInput): LinkFilter {
  const { createdAfter, createdBefore, ...filter } = input;
  const created = readRange(createdAfter, createdBefore);
  return { ...filter, search: readSearch(filter.search), created };
}

/** SQL: the links of a project that pass a filter, as a condition on `links`. */
export function linksWhere(projectId: string, filter: LinkFilter): RawBuilder<boolean> {
  const { type, slug, externalId, tag, archived, expired, ids, before, domain, created } = filter;
  const { folder, destination, proposed } = filter;
  const search = readSearch(filter.search);
  const conditions = [
    sql<boolean>`links.project_id = ${projectId}::uuid`,
    filter.deleted === true ? recentlyDeleted() : sql<boolean>`links.deleted_at is null`,
    ...(ids === undefined ? [] : [sql<boolean>`links.id = any(${ids}::uuid[])`]),
    ...(before === undefined ? [] : [sql<boolean>`links.id < ${before}::uuid`]),
    ...(type === undefined ? [] : [sql<boolean>`links.type = ${type}`]),
    ...(slug === undefined ? [] : [sql<boolean>`links.slug = ${slug}`]),
    ...(externalId === undefined ? [] : [sql<boolean>`links.external_id = ${externalId}`]),
    ...leadsTo(destination),
    ...(tag?.split(',').map(hasTag) ?? []),
    ...(folder === undefined ? [] : [inFolder(folder)]),
    ...(archived === undefined ? [] : [sql<boolean>`links.archived = ${archived}`]),
    ...(expired === undefined
      ? []
      : [sql<boolean>`(links.used_up or coalesce(links.expires_at <= now(), false)) = ${expired}`]),
    ...isProposed(projectId, proposed),
    ...(domain === undefined
      ? []
      : [
          sql<boolean>`links.domain_id in (select id from domains where host = ${domain.toLowerCase()})`,
        ]),
    // The database lower-cases both sides, so that the same rules apply to both.
    ...(search === undefined
      ? []
      : [sql<boolean>`links.search_text like lower(${patternOf(search)})`]),
    ...(created ? [inRange('links.created_at', created)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

function isProposed(projectId: string, proposed: boolean | undefined): RawBuilder<boolean>[] {
  if (proposed === undefined) return [];
  const waiting = sql`select link_id from link_proposals where project_id = ${projectId}::uuid`;
  return [sql<boolean>`(links.id in (${waiting})) = ${proposed}`];
}

function inFolder(folder: string): RawBuilder<boolean> {
  return folder === 'none'
    ? sql<boolean>`links.folder_id is null`
    : sql<boolean>`links.folder_id = ${folder}::uuid`;
}

function hasTag(tag: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(links.tags) as tag where lower(tag) = lower(${tag.trim()}))`;
}

function leadsTo(url: string | undefined): RawBuilder<boolean>[] {
  if (url === undefined) return [];
  return [sql<boolean>`links.fallback_url = any(${spellingsOf(url)}::text[])`];
}

/** How a destination may be stored: as it was written, or as browsers write it, and the root of a site with its slash or without. */
function spellingsOf(url: string): string[] {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return [url];
  const { href, origin } = new URL(url);
  return [...new Set([url, href, ...(href === `${origin}/` ? [origin] : [])])];
}

/** Rows that only carry the clicks of a long link were never links. */
function recentlyDeleted(): RawBuilder<boolean> {
  return sql<boolean>`links.deleted_at > now() - make_interval(days => ${LIMITS.trashDays})
    and not exists (select from long_links where long_links.link_id = links.id)`;
}

/** How many links of a project pass a filter. */
export async function countMatches(
  db: Db,
  project: Pick<Project, 'id'>,
  filter: LinkFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from links where ${linksWhere(project.id, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A search text, trimmed and without what the database cannot store; undefined if it is empty. */
export function readSearch(text: string | undefined): string | undefined {
  return text?.trim().replaceAll('\u0000', '').toWellFormed() || undefined;
}
