import type { Updateable } from 'kysely';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { displayNameOf, type Link, readLink } from './Link.ts';

interface LinkChange {
  readonly set: Updateable<Database['links']>;
  readonly action: 'link.updated' | 'link.deleted';
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes columns of one link, with its audit log entry in the same transaction. `actor` is null for an application
 * key, whose changes are not logged because it is not a person. Throws NOT_FOUND if the project has no such live link.
 */
export function changeLiveLink(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor | null,
  id: string,
  { set, ...entry }: LinkChange,
): Promise<Link> {
  if (actor === null) return write(db, project, id, set);
  return changeProject(db, project, actor, async (tx, record) => {
    const link = await write(tx, project, id, set);
    await record({ ...entry, target: { kind: 'link', id: link.id, name: displayNameOf(link) } });
    return link;
  });
}

async function write(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
  set: LinkChange['set'],
): Promise<Link> {
  const row = await db
    .updateTable('links')
    .set(set)
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}
