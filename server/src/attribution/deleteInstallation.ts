import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import type { OpeningInstallation } from './OpeningInstallation.ts';

/**
 * Erases an installation and all that names it: record, sessions and receipt go with it; its clicks
 * lose their signals, forwarded parameters and visitor hash; facts and totals stay and name nobody.
 * `tx` is a transaction.
 */
export async function deleteInstallation(
  tx: Db,
  project: Pick<Project, 'id'>,
  opener: Pick<OpeningInstallation, 'id'>,
): Promise<void> {
  // What is being credited to it at this moment is waited for, and then found.
  await sql`select from installations where id = ${opener.id} for update`.execute(tx);
  const { rows } = await sql<{ click_id: string }>`
    select distinct click_id from attribution_facts
    where installation_id = ${opener.id} and project_id = ${project.id}`.execute(tx);
  const clicks = `{${rows.map((row) => row.click_id).join(',')}}`;
  for (const statement of [
    sql`delete from click_signals where click_id = any(${clicks}::uuid[])`,
    sql`delete from click_reports where click_id = any(${clicks}::uuid[])`,
    sql`delete from click_queries where click_id = any(${clicks}::uuid[])`,
    sql`update clicks set visitor = null where id = any(${clicks}::uuid[])`,
    sql`update opens set installation_id = null where click_id = any(${clicks}::uuid[])`,
    sql`delete from recent_opens where installation_id = ${opener.id}`,
    // Its receipt and sessions go along, its facts forget it, by their foreign keys.
    sql`delete from installations where id = ${opener.id} and project_id = ${project.id}`,
  ]) {
    await statement.execute(tx);
  }
}
