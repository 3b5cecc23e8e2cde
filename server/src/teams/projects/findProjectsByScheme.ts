import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { type Project, readProject } from './Project.ts';

/**
 * Projects whose app uses a custom scheme, at most two: one is a result, two are ambiguous (Rule:
 * resolve). Schemes are compared ignoring case (RFC 3986).
 */
export async function findProjectsByScheme(db: Db, scheme: string): Promise<Project[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where((or) =>
      or.or([
        or(sql<string>`lower(ios_scheme)`, '=', scheme.toLowerCase()),
        or(sql<string>`lower(android_scheme)`, '=', scheme.toLowerCase()),
      ]),
    )
    .limit(2)
    .execute();
  return rows.map(readProject);
}
