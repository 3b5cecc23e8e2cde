import type { Db } from '#platform/db/Db.ts';

/** Whether anything was ever set up here. */
export async function hasProjects(db: Db): Promise<boolean> {
  const row = await db.selectFrom('projects').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}
