import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { readableLinksEnd } from './downloadUrl.ts';
import { type Export, readExport } from './Export.ts';

const MOST = 100;

/** Exports that can still be read, newest first; `startedBy` is the email of a user who still exists. */
export async function listExports(
  db: Db,
  project: Project,
): Promise<(Export & { readonly startedBy: string | null })[]> {
  const rows = await db
    .selectFrom('exports')
    .leftJoin('users', 'users.id', 'exports.user_id')
    .selectAll('exports')
    .select('users.email')
    .where('exports.project_id', '=', project.id)
    .where((e) => e.or([e('links_end_at', 'is', null), e('links_end_at', '>', readableLinksEnd())]))
    .orderBy('exports.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...readExport(row), startedBy: row.email }));
}
