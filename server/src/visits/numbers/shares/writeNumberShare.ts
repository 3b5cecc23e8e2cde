import { limitText } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import { getLink } from '#links/finding/findLink.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type NumberShare, readNumberShare } from './NumberShare.ts';

const ROOM = {
  table: 'number_shares',
  limit: 'numberShares',
  message: `There can be ${limitText('numberShares')} shared pages; end one that nobody needs`,
} as const;

/** NOT_FOUND for a link of another project, CONFLICT where there are as many as there may be. */
export async function createNumberShare(
  db: Db,
  project: Project,
  actor: Actor,
  share: Omit<NumberShare, 'id' | 'projectId' | 'createdAt'>,
): Promise<NumberShare> {
  if (share.linkId !== null) await getLink(db, project, share.linkId);
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async (locked) => {
      await assertRoom(locked, project, ROOM);
      const row = await locked
        .insertInto('number_shares')
        .values({
          id: newId(),
          project_id: project.id,
          link_id: share.linkId,
          name: share.name.trim(),
          facts: storableJson(share.facts),
          shows_events: share.showsEvents,
          shows_notes: share.showsNotes,
          password_hash: share.passwordHash,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const made = readNumberShare(row);
      await record({ action: 'numbers.shared', target: targetOf(made) });
      return made;
    }),
  );
}

/** NOT_FOUND for one of another project. */
export function deleteNumberShare(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const row = await tx
      .deleteFrom('number_shares')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('NOT_FOUND', 'Shared page not found');
    await record({ action: 'numbers.unshared', target: targetOf(readNumberShare(row)) });
  });
}

const targetOf = ({ id, name }: NumberShare) => ({ kind: 'numbers', id, name });
