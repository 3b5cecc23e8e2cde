import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, readLink } from '../link/Link.ts';
import { isId, readCursor, writeCursor } from '#platform/lib/cursor.ts';
import { type LinkFilterInput, linksWhere, readLinkFilter } from './linkFilter.ts';

export interface LinkPageOptions extends LinkFilterInput {
  readonly ascending: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedLink extends Link {
  readonly host: string;
}

/**
 * A page of the project's live links by time of creation, and the cursor of the next page. Throws
 * VALIDATION_ERROR for a cursor that the service did not make, or made for another order.
 */
export async function listLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  options: LinkPageOptions,
): Promise<{ links: ListedLink[]; nextCursor: string | undefined }> {
  const direction = options.ascending ? 'asc' : 'desc';
  const after = options.cursor === undefined ? undefined : readPlace(options.cursor, direction);
  const rows = await db
    .selectFrom('links')
    .innerJoin('domains', 'domains.id', 'links.domain_id')
    .selectAll('links')
    .select(['domains.host', sql<string>`links.created_at::text`.as('place')])
    .where(linksWhere(project.id, readLinkFilter(options)))
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
    nextCursor:
      rows.length > page.length && last ? writeCursor([direction, last.place, last.id]) : undefined,
  };
}

const PLACE = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/;

function readPlace(cursor: string, direction: string): { at: string; id: string } {
  const [, at = '', id = ''] = readCursor(
    cursor,
    ([order, time = '', link = '', ...more]) =>
      order === direction &&
      PLACE.test(time) &&
      !Number.isNaN(Date.parse(time.replace('+00', 'Z'))) &&
      isId(link) &&
      more.length === 0,
  );
  return { at, id };
}
