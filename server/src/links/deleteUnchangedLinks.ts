import { sql } from 'kysely';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { targetOfAll } from './auditTargets.ts';

/** A link as it was when it was created. */
interface CreatedLink {
  readonly id: string;
  readonly updatedAt: string;
}

interface Undone {
  readonly deleted: string[];
  readonly changed: string[];
  readonly gone: string[];
}

/**
 * Deletes links that nobody has changed since they were created, with an entry in the audit log; `actor` is null for an
 * application key, which is not a person. What is left is told apart: changed since, or no live link of the project.
 */
export function deleteUnchangedLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor | null,
  links: readonly CreatedLink[],
): Promise<Undone> {
  const apart = async (tx: Db, note: (slugs: readonly string[]) => Promise<void>) => {
    const deleted = await markDeleted(tx, project, links);
    if (deleted.size > 0) await note([...deleted.values()]);
    const left = links.map(({ id }) => id.toLowerCase()).filter((id) => !deleted.has(id));
    const live = await findLive(tx, project, left);
    return {
      deleted: [...deleted.keys()],
      changed: left.filter((id) => live.has(id)),
      gone: left.filter((id) => !live.has(id)),
    };
  };
  if (actor === null) return apart(db, () => Promise.resolve());
  return changeProject(db, project, actor, (tx, record) =>
    apart(tx, (slugs) =>
      record({
        action: 'links.deleted',
        target: targetOfAll(slugs),
        details: { slugs },
      }),
    ),
  );
}

/** The slugs by id. */
async function markDeleted(
  db: Db,
  project: Pick<Project, 'id'>,
  links: readonly CreatedLink[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; slug: string }>`
    update links set deleted_at = now()
    from unnest(
      ${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ updatedAt }) => updatedAt)}::timestamptz[]
    ) as created (id, updated_at)
    where links.id = created.id and links.project_id = ${project.id}::uuid and links.deleted_at is null
      -- The API tells milliseconds.
      and date_trunc('milliseconds', links.updated_at) = created.updated_at
    returning links.id, links.slug`.execute(db);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

async function findLive(
  db: Db,
  project: Pick<Project, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
