import { finding } from '@fairlead/contract/finding';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from './Project.ts';

/**
 * Deletes a project with its links, domains, keys, members and history; `confirmName` is its name typed again.
 * Raw clicks refer to links by number only and are deleted at night (`deleteGoneClicks`); exports end, and
 * their files are deleted within the hour.
 */
export async function deleteProject(
  db: Db,
  project: Pick<Project, 'id' | 'name'>,
  confirmName: string,
): Promise<void> {
  if (confirmName.trim() !== project.name.trim()) {
    const message = 'confirmName must be the name of the project';
    throw new Problem('VALIDATION_ERROR', finding('confirmName', 'mismatch', message));
  }
  await db
    .updateTable('exports')
    .set({
      status: 'failed',
      error: 'The project was deleted',
      finished_at: new Date(),
      links_end_at: new Date(),
    })
    .where('project_id', '=', project.id)
    .execute();
  for (const totals of ['link_counters', 'link_expired']) {
    await sql`delete from ${sql.table(totals)} using links
      where link_key = links.key and links.project_id = ${project.id}`.execute(db);
  }
  await sql`insert into gone_links (link_key) select key from links where project_id = ${project.id}`.execute(
    db,
  );
  await db.deleteFrom('links').where('project_id', '=', project.id).execute();
  await db.deleteFrom('projects').where('id', '=', project.id).execute();
}
