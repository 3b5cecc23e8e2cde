import { parameterFinding } from '@fairlead/contract/finding';
import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { LinkType } from '@fairlead/contract/resources';
import { Problem } from '../lib/Problem.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { type Link, readLink } from './Link.ts';

export interface LinkFilter {
  readonly search?: string | undefined;
  readonly type?: LinkType | undefined;
  readonly slug?: string | undefined;
  readonly externalId?: string | undefined;
  /** Host, in any case. */
  readonly domain?: string | undefined;
  /** Days in UTC, `YYYY-MM-DD`; the first inclusive, the second exclusive, in either order. */
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

export interface LinkPageOptions extends LinkFilter {
  readonly ascending: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedLink extends Link {
  readonly host: string;
}

const SEARCHED = [
  'name',
  'slug',
  'external_id',
  'fallback_url',
  'ios_url',
  'android_url',
  'ios_fallback_url',
  'android_fallback_url',
] as const;

/**
 * A page of the project's live links by time of creation, and the cursor of the next one. The cursor is
 * a place, not a number of rows, so changes between two pages neither repeat nor hide a link.
 * Throws VALIDATION_ERROR for a cursor that is none of ours.
 */
export async function listLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  options: LinkPageOptions,
): Promise<{ links: ListedLink[]; nextCursor: string | undefined }> {
  const direction = options.ascending ? 'asc' : 'desc';
  const after = options.cursor === undefined ? undefined : readCursor(options.cursor);
  const rows = await filtered(db, project, options)
    .$if(after !== undefined, (query) =>
      query.where(
        // Text keeps the microseconds that a Date would lose.
        sql<boolean>`(links.created_at, links.id) ${sql.raw(options.ascending ? '>' : '<')}
          (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('links.created_at', direction)
    .orderBy('links.id', direction)
    .limit(options.limit + 1)
    .execute();
  const page = rows.slice(0, options.limit);
  const last = page.at(-1);
  return {
    links: page.map((row) => ({ ...readLink(row), host: row.host })),
    nextCursor: rows.length > page.length && last ? writeCursor(last.place, last.id) : undefined,
  };
}

function filtered(db: Db, project: Pick<Project, 'id'>, filter: LinkFilter) {
  const { search, type, slug, externalId, domain } = filter;
  const [from, to] = [filter.createdAfter, filter.createdBefore];
  const swapped = from !== undefined && to !== undefined && from > to;
  const [first, end] = swapped ? [to, from] : [from, to];
  const pattern = `%${search?.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return db
    .selectFrom('links')
    .innerJoin('domains', 'domains.id', 'links.domain_id')
    .selectAll('links')
    .select(['domains.host', sql<string>`links.created_at::text`.as('place')])
    .where('links.project_id', '=', project.id)
    .where('links.deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('links.type', '=', type!))
    .$if(slug !== undefined, (query) => query.where('links.slug', '=', slug!))
    .$if(externalId !== undefined, (query) => query.where('links.external_id', '=', externalId!))
    .$if(domain !== undefined, (query) => query.where('domains.host', '=', domain!.toLowerCase()))
    .$if(first !== undefined, (query) => query.where('links.created_at', '>=', startOf(first!)))
    .$if(end !== undefined, (query) => query.where('links.created_at', '<', startOf(end!)))
    .$if(search !== undefined, (query) =>
      query.where((or) => or.or(SEARCHED.map((column) => or(`links.${column}`, 'ilike', pattern)))),
    );
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function writeCursor(at: string, id: string): string {
  return Buffer.from(`${at}|${id}`).toString('base64url');
}

const PLACE = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/;

function readCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|');
  if (
    PLACE.test(at) &&
    !Number.isNaN(Date.parse(at.replace('+00', 'Z'))) &&
    UUID_PATTERN.test(id)
  ) {
    return { at, id };
  }
  const message = 'cursor must be a nextCursor of a reply before';
  throw new Problem('VALIDATION_ERROR', parameterFinding('cursor', 'format', message));
}
