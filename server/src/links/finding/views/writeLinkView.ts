import { limitText } from '@fairlead/contract/limits';
import type { ViewFilters } from '@fairlead/contract/operations/dashboard/linkViews';
import { sql } from 'kysely';
import type { Person } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import { type LinkView, readLinkView } from './LinkView.ts';

const ROOM = {
  table: 'link_views',
  limit: 'linkViews',
  message: `There can be ${limitText('linkViews')} views; delete one first`,
} as const;

/** Who saves, changes or deletes a view. */
export interface ViewAuthor {
  readonly actor: Person;
  readonly role: ProjectRole;
}

interface ViewContent {
  readonly name: string;
  readonly filters: ViewFilters;
  readonly columns: readonly string[];
}

/** FORBIDDEN for the team's without the role admin; CONFLICT if its owner has one of this name, or as many as there may be. */
export function createLinkView(
  db: Db,
  project: Project,
  author: ViewAuthor,
  { team, name, filters, columns }: ViewContent & { readonly team: boolean },
): Promise<LinkView> {
  assertMayChange(author, team);
  const userId = team ? null : author.actor.id;
  return write(db, project, author, async (tx) => {
    await assertFree(tx, project, userId, name.trim());
    await assertRoom(tx, project, { ...ROOM, where: ownedBy(userId) });
    const row = await tx
      .insertInto('link_views')
      .values({
        id: newId(),
        project_id: project.id,
        user_id: userId,
        name: name.trim(),
        filters: storableJson(filters),
        columns: [...columns],
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { action: 'view.created', view: readLinkView(row) };
  });
}

/** NOT_FOUND for another person's view, FORBIDDEN for the team's without the role admin, CONFLICT for a name that is taken. */
export function updateLinkView(
  db: Db,
  project: Project,
  author: ViewAuthor,
  id: string,
  { name, filters, columns }: Partial<ViewContent>,
): Promise<LinkView> {
  return write(db, project, author, async (tx) => {
    const { userId } = await getOwn(tx, project, author, id);
    if (name !== undefined) await assertFree(tx, project, userId, name.trim(), id);
    const row = await tx
      .updateTable('link_views')
      .set({
        // So that a change of nothing is one too.
        project_id: project.id,
        ...(name !== undefined && { name: name.trim() }),
        ...(filters !== undefined && { filters: storableJson(filters) }),
        ...(columns !== undefined && { columns: [...columns] }),
      })
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { action: 'view.updated', view: readLinkView(row) };
  });
}

/** NOT_FOUND for another person's view, FORBIDDEN for the team's without the role admin. */
export async function deleteLinkView(
  db: Db,
  project: Project,
  author: ViewAuthor,
  id: string,
): Promise<void> {
  await write(db, project, author, async (tx) => {
    const view = await getOwn(tx, project, author, id);
    await tx
      .deleteFrom('link_views')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .execute();
    return { action: 'view.deleted', view };
  });
}

interface Written {
  readonly action: `view.${string}`;
  readonly view: LinkView;
}

/** One after another in a project; what concerns the team is logged. */
function write(
  db: Db,
  project: Project,
  { actor }: ViewAuthor,
  work: (tx: Db) => Promise<Written>,
): Promise<LinkView> {
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async (locked) => {
      const { action, view } = await work(locked);
      const { id, name, userId } = view;
      if (userId === null) await record({ action, target: { kind: 'view', id, name } });
      return view;
    }),
  );
}

function assertMayChange({ role }: ViewAuthor, team: boolean): void {
  if (!team || role !== 'viewer') return;
  const message = 'Views of the team need the role admin or owner; save one for yourself';
  throw new Problem('FORBIDDEN', message);
}

async function getOwn(db: Db, project: Project, author: ViewAuthor, id: string): Promise<LinkView> {
  const row = await db
    .selectFrom('link_views')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where((any) => any.or([any('user_id', 'is', null), any('user_id', '=', author.actor.id)]))
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'View not found');
  assertMayChange(author, row.user_id === null);
  return readLinkView(row);
}

const ownedBy = (userId: string | null) =>
  sql<boolean>`user_id is not distinct from ${userId}::uuid`;

async function assertFree(
  db: Db,
  project: Project,
  userId: string | null,
  name: string,
  but?: string,
): Promise<void> {
  const taken = await db
    .selectFrom('link_views')
    .select('id')
    .where('project_id', '=', project.id)
    .where(ownedBy(userId))
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  if (taken === undefined || taken.id === but?.toLowerCase()) return;
  throw new Problem('CONFLICT', `There is a view “${name}” already; choose another name`);
}
