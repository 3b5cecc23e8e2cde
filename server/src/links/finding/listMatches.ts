import { LIMITS } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Link, LINK_COLUMNS, readLink } from '../link/Link.ts';
import { countMatches, type LinkFilter, linksWhere } from './linkFilter.ts';

/** Links of one statement: their rows are read in one turn. */
const BATCH = 1000;

/**
 * All links of a project that pass a filter, without parameters and metadata, which can be large. VALIDATION_ERROR if they are more than
 * can be changed together.
 */
export async function listMatches(
  db: Db,
  project: Pick<Project, 'id'>,
  filter: LinkFilter,
): Promise<Link[]> {
  const count = await countMatches(db, project, filter);
  if (count > LIMITS.changeTotal) {
    const [found, most] = [count, LIMITS.changeTotal].map((number) => number.toLocaleString('en'));
    const message = `filter matches ${found} links, and at most ${most} are looked at together; narrow it`;
    throw new Problem('VALIDATION_ERROR', message);
  }
  const links: Link[] = [];
  for (;;) {
    const after = links.at(-1)?.id;
    const rows = await db
      .selectFrom('links')
      .select(LINK_COLUMNS.filter((name) => name !== 'parameters' && name !== 'metadata'))
      .where(linksWhere(project.id, filter))
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) links.push(readLink({ ...row, parameters: null, metadata: null }));
    if (rows.length < BATCH) return links;
  }
}
