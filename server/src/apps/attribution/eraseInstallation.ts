import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Numbers, Settled } from '#visits/numbers/openNumbers.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { eraseEvents } from './eraseEvents.ts';
import { findOpeningInstallation } from './findOpeningInstallation.ts';
import type { OpeningInstallation } from './OpeningInstallation.ts';

interface Dependencies {
  readonly db: Db;
  readonly numbers: Pick<Numbers, 'settle'>;
}

/**
 * Erases an installation and everything that identifies it: record, sessions and receipt are
 * deleted; its clicks lose their signals, forwarded parameters and visitor hash, its events the person; facts and totals
 * stay, anonymously. NOT_FOUND if the project has none of that name (`findOpeningInstallation`).
 */
export async function eraseInstallation(
  { db, numbers }: Dependencies,
  project: Pick<Project, 'id'>,
  actor: Actor,
  name: string,
): Promise<void> {
  const installation = await findOpeningInstallation(db, project, name);
  if (!installation) throw new Problem('NOT_FOUND', 'Installation not found');
  // Its clicks have to be in the database for their traces to be erased.
  await numbers.settle((clicks) =>
    changeProject(db, project, actor, async (tx, record) => {
      await erase({ tx, clicks }, project, installation);
      // The entry stays and identifies no one: the id was the record's own and no longer leads anywhere.
      await record({
        action: 'installation.erased',
        target: { kind: 'installation', id: installation.id, name: installation.id },
      });
    }),
  );
}

async function erase(
  { tx, clicks }: { readonly tx: Db; readonly clicks: Settled },
  project: Pick<Project, 'id'>,
  opener: Pick<OpeningInstallation, 'id'>,
): Promise<void> {
  // Waits for anything being credited to it at this moment, which is then found.
  await sql`select from installations where id = ${opener.id} for update`.execute(tx);
  const { rows } = await sql<{ click_id: string }>`
    select distinct click_id from attribution_facts
    where installation_id = ${opener.id} and project_id = ${project.id}`.execute(tx);
  const clickIds = rows.map((row) => row.click_id);
  await eraseEvents({ tx, clicks }, project, opener.id, clickIds);
  const named = `{${clickIds.join(',')}}`;
  for (const statement of [
    sql`delete from click_signals where click_id = any(${named}::uuid[])`,
    sql`delete from click_reports where click_id = any(${named}::uuid[])`,
    sql`delete from click_queries where click_id = any(${named}::uuid[])`,
    sql`update opens set installation_id = null where click_id = any(${named}::uuid[])`,
    sql`delete from recent_opens where installation_id = ${opener.id}`,
    // Foreign keys delete its receipt and sessions, and clear it from its facts.
    sql`delete from installations where id = ${opener.id} and project_id = ${project.id}`,
  ]) {
    await statement.execute(tx);
  }
  await clicks.eraseVisitors(tx, clickIds);
}
