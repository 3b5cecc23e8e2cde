import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { TestCode } from './TestCode.ts';

/** More at a time than people test with. */
const MAX_LISTED = 100;

/** The project's codes that can be used, newest first. */
export function listTestCodes(db: Db, project: Project, now: Date): Promise<TestCode[]> {
  return db
    .selectFrom('test_codes as code')
    .innerJoin('links', 'links.key', 'code.link_key')
    .select(['code.id', 'links.id as linkId', 'links.slug', 'code.uses'])
    .select(['code.created_at as createdAt', 'code.ends_at as endsAt'])
    .where('code.project_id', '=', project.id)
    .where('code.ends_at', '>', now)
    .where('links.deleted_at', 'is', null)
    .orderBy('code.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}
