import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';

/** Ends a test code before its time; or NOT_FOUND. */
export function endTestCode(db: Db, project: Project, actor: Actor, id: string): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const { rows } = await sql<{ slug: string }>`
      delete from test_codes as code using links
      where code.id = ${id} and code.project_id = ${project.id} and links.key = code.link_key
      returning links.slug`.execute(tx);
    const [ended] = rows;
    if (!ended) throw new Problem('NOT_FOUND', 'Test code not found');
    await record({
      action: 'test_code.ended',
      target: { kind: 'test_code', id, name: ended.slug },
    });
  });
}
