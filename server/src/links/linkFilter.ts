import type { LinkType } from '@fairlead/contract/resources';
import { type RawBuilder, sql } from 'kysely';
import { inRange } from '../db/inRange.ts';
import type { TimeRange } from '../lib/timeRange.ts';

/** Which of a project's links a list, an export or a number covers. */
export interface LinkFilter {
  /** Part of a name, slug, externalId or destination, ignoring case. */
  readonly search?: string | undefined;
  readonly type?: LinkType | undefined;
  readonly slug?: string | undefined;
  readonly externalId?: string | undefined;
  /** Ignoring case. */
  readonly tag?: string | undefined;
  readonly archived?: boolean | undefined;
  /** Host, ignoring case. */
  readonly domain?: string | undefined;
  readonly created?: TimeRange | undefined;
}

/** SQL: the live links of a project that pass a filter, as a condition on `links`. */
export function linksWhere(projectId: string, filter: LinkFilter): RawBuilder<boolean> {
  const { type, slug, externalId, tag, archived, domain, created } = filter;
  const search = readSearch(filter.search);
  const conditions = [
    sql<boolean>`links.project_id = ${projectId}::uuid`,
    sql<boolean>`links.deleted_at is null`,
    ...(type === undefined ? [] : [sql<boolean>`links.type = ${type}`]),
    ...(slug === undefined ? [] : [sql<boolean>`links.slug = ${slug}`]),
    ...(externalId === undefined ? [] : [sql<boolean>`links.external_id = ${externalId}`]),
    ...(tag === undefined
      ? []
      : [
          sql<boolean>`exists (select from unnest(links.tags) as tag where lower(tag) = lower(${tag}))`,
        ]),
    ...(archived === undefined ? [] : [sql<boolean>`links.archived = ${archived}`]),
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

/** A search text, trimmed and without what the database cannot store; undefined if it is empty. */
export function readSearch(text: string | undefined): string | undefined {
  return text?.trim().replaceAll('\u0000', '').toWellFormed() || undefined;
}

/** Matches the text literally, with LIKE's special characters escaped. */
function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
