import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { INSTALLATION_COLUMNS, type Installation, readInstallation } from './Installation.ts';

/** What the app reports about itself, named as in the contract; `client` is the calling SDK. */
export interface InstallationFacts extends BootstrapRequest {
  readonly client?: {
    readonly type?: string | undefined;
    readonly version?: string | undefined;
    readonly platform?: string | undefined;
  };
}

/** The columns that a call may set; omitted ones are undefined and keep their value. */
export function columnsOf(facts: Omit<InstallationFacts, 'installationId'>) {
  return {
    device_id: facts.deviceId,
    persistent_device_id: facts.persistentDeviceId,
    device_model: facts.deviceModel,
    device_manufacturer: facts.deviceManufacturer,
    os_name: facts.osName,
    os_version: facts.osVersion,
    app_version: facts.appVersion,
    app_build: facts.appBuild,
    language: facts.language,
    timezone: facts.timezone,
    network_type: facts.networkType,
    device_orientation: facts.deviceOrientation,
    battery_level: facts.batteryLevel,
    is_charging: facts.isCharging,
    metadata: facts.metadata,
    client_type: facts.client?.type,
    client_version: facts.client?.version,
    client_platform: facts.client?.platform,
  };
}

/** Inserts the installation, or refreshes the row with its id: a single statement, so always one row. */
export async function upsertInstallation(
  db: Db,
  project: Pick<Project, 'id'>,
  facts: InstallationFacts,
  at: Date,
): Promise<{ installation: Installation; isNew: boolean }> {
  const columns = columnsOf(facts);
  const row = await db
    .insertInto('installations')
    .values((eb) => ({
      ...columns,
      id: newId(at.getTime()),
      project_id: project.id,
      client_id: facts.installationId,
      previous_id:
        facts.persistentDeviceId === undefined
          ? null
          : eb
              .selectFrom('installations as older')
              .select('older.id')
              .where('older.project_id', '=', project.id)
              .where('older.persistent_device_id', '=', facts.persistentDeviceId)
              .orderBy('older.first_seen_at', 'desc')
              .limit(1)
              // One that is being erased does not count.
              .forKeyShare(),
      first_seen_at: at,
      last_seen_at: at,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'client_id'])
        .doUpdateSet({ ...columns, last_seen_at: latest(at) }),
    )
    .returning(INSTALLATION_COLUMNS)
    // A row inserted by this statement was never locked or replaced by another transaction.
    .returning(sql<boolean>`xmax = 0`.as('inserted'))
    .executeTakeFirstOrThrow();
  return { installation: readInstallation(row), isNew: row.inserted };
}

/** Refreshes one record; `clientId` changes the app's own id. Undefined if it is gone. */
export async function refreshInstallation(
  db: Db,
  known: Pick<Installation, 'id' | 'projectId'>,
  facts: Omit<InstallationFacts, 'installationId'>,
  { at, clientId }: { at: Date; clientId: string },
): Promise<Installation | undefined> {
  const row = await db
    .updateTable('installations')
    .set({ ...columnsOf(facts), client_id: clientId, last_seen_at: latest(at) })
    .where('id', '=', known.id)
    .where('project_id', '=', known.projectId)
    .returning(INSTALLATION_COLUMNS)
    .executeTakeFirst();
  return row && readInstallation(row);
}

function latest(at: Date) {
  return sql<Date>`greatest(installations.last_seen_at, ${at})`;
}
