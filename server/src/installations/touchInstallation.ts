import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { isNamed } from './findInstallation.ts';
import { INSTALLATION_COLUMNS, type Installation, readInstallation } from './Installation.ts';

/**
 * Marks the installation that a text names as seen, and locks its row until the transaction ends.
 * Undefined if the project has none with that name.
 */
export async function touchInstallation(
  db: Db,
  project: Pick<Project, 'id'>,
  name: string,
  at: Date,
): Promise<Installation | undefined> {
  const row = await db
    .updateTable('installations')
    .set({ last_seen_at: sql<Date>`greatest(installations.last_seen_at, ${at})` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('installations')
        .select('id')
        .where('project_id', '=', project.id)
        .where(isNamed(name))
        .orderBy((eb) => eb('client_id', '=', name), 'desc')
        .limit(1),
    )
    .returning(INSTALLATION_COLUMNS)
    .executeTakeFirst();
  return row && readInstallation(row);
}
