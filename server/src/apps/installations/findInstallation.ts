import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Db } from '#platform/db/Db.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { INSTALLATION_COLUMNS, type Installation, readInstallation } from './Installation.ts';

/**
 * The installation that an app names by its own id, matched exactly, or by our record id (Rule: sessions).
 * If a text could be both, the app's own id takes precedence.
 */
export async function findInstallation(
  db: Db,
  project: Pick<Project, 'id'>,
  name: string,
): Promise<Installation | undefined> {
  const row = await db
    .selectFrom('installations')
    .select(INSTALLATION_COLUMNS)
    .where('project_id', '=', project.id)
    .where(isNamed(name))
    .orderBy((eb) => eb('client_id', '=', name), 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readInstallation(row);
}

/**
 * What an `X-Device-Id` names: an installation id, else the newest installation of a device
 * (Rule: resolve; some SDKs put their installation id there).
 */
export async function findInstallationOfDevice(
  db: Db,
  project: Pick<Project, 'id'>,
  name: string,
): Promise<Installation | undefined> {
  const named = await findInstallation(db, project, name);
  if (named) return named;
  const row = await db
    .selectFrom('installations')
    .select(INSTALLATION_COLUMNS)
    .where('project_id', '=', project.id)
    .where((eb) => eb.or([eb('device_id', '=', name), eb('persistent_device_id', '=', name)]))
    .orderBy('first_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readInstallation(row);
}

/** By our record id. */
export async function findInstallationById(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
): Promise<Installation | undefined> {
  const row = await db
    .selectFrom('installations')
    .select(INSTALLATION_COLUMNS)
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && readInstallation(row);
}

/** The build of the app that it said last (Rule: builds 1). */
export async function findAppBuild(
  db: Db,
  { id, projectId }: Pick<Installation, 'id' | 'projectId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('installations')
    .select('app_build')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.app_build ?? null;
}

/** A condition on `installations`: the rows that `findInstallation` may return. */
export function isNamed(name: string) {
  return (eb: ExpressionBuilder<Database, 'installations'>) =>
    eb.or([
      eb('client_id', '=', name),
      ...(UUID_PATTERN.test(name) ? [eb('id', '=', name.toLowerCase())] : []),
    ]);
}
