import type { TagColor } from '@fairlead/contract/tagColors';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { countMatches } from '../finding/linkFilter.ts';

/** Null takes the colour away. Throws NOT_FOUND if no live link has the tag. */
export function setTagColor(
  db: Db,
  project: Project,
  actor: Actor,
  { tag, color }: { readonly tag: string; readonly color: TagColor | null },
): Promise<void> {
  const name = tag.trim();
  return changeProject(db, project, actor, async (tx, record) => {
    if ((await countMatches(tx, project, { tag: name })) === 0) {
      throw new Problem('NOT_FOUND', 'No link has this tag');
    }
    await (
      color === null
        ? sql`delete from tag_colors where project_id = ${project.id}::uuid and tag = lower(${name})`
        : sql`insert into tag_colors (project_id, tag, color)
          values (${project.id}::uuid, lower(${name}), ${color})
          on conflict (project_id, tag) do update set color = excluded.color`
    ).execute(tx);
    await record({
      action: 'tag.updated',
      target: { kind: 'tag', id: null, name },
      details: { color },
    });
  });
}

/** A renamed tag keeps its colour, unless the new name has one. */
export async function copyTagColor(
  db: Db,
  project: Project,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    insert into tag_colors (project_id, tag, color)
    select project_id, lower(${to.trim()}), color from tag_colors
    where project_id = ${project.id}::uuid and tag = lower(${from.trim()})
    on conflict do nothing`.execute(db);
}
