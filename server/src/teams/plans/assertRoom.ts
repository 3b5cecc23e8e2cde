import { LIMITS } from '@fairlead/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';

interface Counted {
  readonly table:
    | 'annotations'
    | 'event_sources'
    | 'folders'
    | 'link_comments'
    | 'link_images'
    | 'link_templates'
    | 'link_views'
    | 'number_shares';
  readonly limit: keyof typeof LIMITS;
  /** SQL: which rows of the project count; default: all. */
  readonly where?: RawBuilder<boolean>;
  /** What is wrong, and the cure. */
  readonly message: string;
}

/** CONFLICT where a project has as many of something as it may have. Holds until the end of `lockLimits`, in which it is called. */
export async function assertRoom(
  db: Db,
  project: Pick<Project, 'id'>,
  { table, limit, where = sql<boolean>`true`, message }: Counted,
): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)}
    where project_id = ${project.id} and ${where}`.execute(db);
  if ((rows[0]?.total ?? 0) >= LIMITS[limit]) throw new Problem('CONFLICT', message);
}
