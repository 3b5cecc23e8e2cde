import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { LINK_COLUMNS } from '../link/Link.ts';

/** Live links by their ids, the newest first. */
export const selectLive = (db: Db, project: Pick<Project, 'id'>, ids: readonly string[]) =>
  db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc');
