import type { Db } from '../db/Db.ts';
import { type Project, readProject } from './Project.ts';

/** A page of all projects, by id, after the one where the page before ended: for copying them. */
export async function listProjectsInOrder(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Project[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readProject);
}

/** The custom schemes of its apps, in lower case. */
export function schemesOf({ ios, android }: Pick<Project, 'ios' | 'android'>): Set<string> {
  const schemes = [ios.scheme, android.scheme].flatMap((scheme) => scheme?.toLowerCase() ?? []);
  return new Set(schemes);
}
