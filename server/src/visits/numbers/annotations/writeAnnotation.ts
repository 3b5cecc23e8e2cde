import { limitText } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Actor, Person } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Annotation, readAnnotation } from './Annotation.ts';

const ROOM = {
  table: 'annotations',
  limit: 'annotations',
  message: `There can be ${limitText('annotations')} notes; delete one that is old`,
} as const;

/** CONFLICT where there are as many as there may be. */
export function createAnnotation(
  db: Db,
  project: Project,
  author: Person,
  { day, text }: Pick<Annotation, 'day' | 'text'>,
): Promise<Annotation> {
  return changeProject(db, project, author, (tx, record) =>
    lockLimits(tx, project, async (locked) => {
      await assertRoom(locked, project, ROOM);
      const row = await locked
        .insertInto('annotations')
        .values({
          id: newId(),
          project_id: project.id,
          day,
          text: text.trim(),
          author: author.name,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const made = readAnnotation(row);
      await record({ action: 'annotation.created', target: targetOf(made) });
      return made;
    }),
  );
}

/** NOT_FOUND for one of another project. */
export function deleteAnnotation(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const row = await tx
      .deleteFrom('annotations')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('NOT_FOUND', 'Note not found');
    await record({ action: 'annotation.deleted', target: targetOf(readAnnotation(row)) });
  });
}

const targetOf = ({ id, text }: Annotation) => ({ kind: 'annotation', id, name: text });
