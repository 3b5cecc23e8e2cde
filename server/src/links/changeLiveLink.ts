import type { Updateable } from 'kysely';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { targetOf } from './auditTargets.ts';
import { type Link, readLink } from './Link.ts';
import { isMeant, type Versions } from './linkVersion.ts';

interface LinkChange {
  readonly set: Updateable<Database['links']>;
  readonly action: 'link.updated' | 'link.deleted';
  readonly details?: Readonly<Record<string, unknown>>;
  /** The versions of the link that may be changed; null: any. */
  readonly versions: Versions | null;
}

/** The link after the change or, if it is not one of the versions meant, as it is and stays. */
export interface ChangedLink {
  readonly link: Link;
  readonly changed: boolean;
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
  { versions, set, ...entry }: LinkChange,
): Promise<ChangedLink> {
  const write = (tx: Db) => writeVersion(tx, project, id, set, versions);
  if (actor !== null) {
    return changeProject(db, project, actor, async (tx, record) => {
      const { link, changed } = await write(tx);
      if (changed) await record({ ...entry, target: targetOf(link) });
      return { link, changed };
    });
  }
  return versions === null ? write(db) : db.transaction().execute(write);
}

/** With `versions`, `tx` has to be a transaction: the link is locked, compared and written. */
async function writeVersion(
  tx: Db,
  project: Pick<Project, 'id'>,
  id: string,
  set: LinkChange['set'],
  versions: Versions | null,
): Promise<ChangedLink> {
  if (versions !== null) {
    const found = await tx
      .selectFrom('links')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const link = readFound(found);
    if (!isMeant(link, versions)) return { link, changed: false };
  }
  const row = await tx
    .updateTable('links')
    .set(set)
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return { link: readFound(row), changed: true };
}

function readFound(row: Parameters<typeof readLink>[0] | undefined): Link {
  if (row === undefined) throw new Problem('NOT_FOUND', 'Link not found');
  return readLink(row);
}
