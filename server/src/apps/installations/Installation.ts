import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';

/** One installation of an app on a device; `id` is ours, `clientId` the app's own. */
export interface Installation {
  readonly id: string;
  readonly projectId: string;
  readonly clientId: string;
  readonly deviceId: string | null;
  readonly persistentDeviceId: string | null;
  /** The previous installation on the same device. */
  readonly previousId: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export const INSTALLATION_COLUMNS = [
  'id',
  'project_id',
  'client_id',
  'device_id',
  'persistent_device_id',
  'previous_id',
  'first_seen_at',
  'last_seen_at',
] as const satisfies readonly (keyof Database['installations'])[];

export type InstallationRow = Pick<
  Selectable<Database['installations']>,
  (typeof INSTALLATION_COLUMNS)[number]
>;

export function readInstallation(row: InstallationRow): Installation {
  return {
    id: row.id,
    projectId: row.project_id,
    clientId: row.client_id,
    deviceId: row.device_id,
    persistentDeviceId: row.persistent_device_id,
    previousId: row.previous_id,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** Whether a text may be our record id: ours are UUIDs v7; apps generate v4. */
export function isRecordId(text: string): boolean {
  return UUID_PATTERN.test(text) && text[14] === '7';
}
