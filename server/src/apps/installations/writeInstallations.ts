import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import type { Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';
import { insertColumnsOf, type NewRow } from '#platform/db/newRows.ts';
import { schema } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { monthOf } from '#teams/plans/countUsage.ts';
import type { Project } from '#teams/projects/Project.ts';
import { activeUserKeyOf } from './activeUsers.ts';
import { INSTALLATION_COLUMNS, type InstallationRow } from './Installation.ts';
import { readReferrers } from './Referrers.ts';

/** What the app reports about itself, named as in the contract; `client` is the calling SDK. */
export interface InstallationFacts extends BootstrapRequest {
  readonly client?: {
    readonly type?: string | undefined;
    readonly version?: string | undefined;
    readonly platform?: string | undefined;
  };
}

export interface GivenInstallation extends NewRow<'installations'> {
  /** First day of the month in which it is active. */
  readonly month: string;
  /** Of the session that begins, for a statement that starts one as well. */
  readonly session_id?: string | undefined;
}

export type TrackedRow = InstallationRow & {
  readonly inserted: boolean;
  /** It is a new active user of the month. */
  readonly counted: boolean;
  readonly previous_client_id: string | null;
};

const { names, types, values } = insertColumnsOf('installations');

/** What a call may omit; it then keeps its value. */
const FACTS = Object.entries(schema.installations)
  .filter(([name, { rule }]) => rule === 'nullable' && name !== 'previous_id')
  .map(([name]) => name);

const PREVIOUS = `case when persistent_device_id is not null then (
    select older.id from installations as older
    where older.project_id = given.project_id and older.persistent_device_id = given.persistent_device_id
    order by older.first_seen_at desc
    limit 1
    -- One that is erased at this moment is none.
    for key share
  ) end`;

/**
 * The part of a statement that tracks installations: `given`, a relation of what was sent, `tracked`, the installations
 * with what has become of them, and their count as active users of the month. Ordered by name, so that overlapping
 * groups wait for each other without deadlock. For known installations with nothing new, only the time they were seen
 * is written.
 */
export const TRACK = `
with given as materialized (
  select * from json_to_recordset($1) as given (n int, month date, session_id uuid, ${types})
), written as (
  insert into installations as known (${names})
  select ${values({ previous_id: PREVIOUS })} from given
  order by project_id, client_id
  on conflict (project_id, client_id) do update set
    ${FACTS.map((name) => `${name} = coalesce(excluded.${name}, known.${name})`).join(', ')},
    last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
  -- A row that this statement made was never locked or replaced by another transaction.
  returning ${INSTALLATION_COLUMNS.join(', ')}, xmax = 0 as inserted
), tracked as materialized (
  select given.n, given.month, given.session_id, given.network_type, given.device_orientation, given.battery_level,
    given.is_charging, given.last_seen_at as at, written.*, ${activeUserKeyOf('written')} as device_key
  from written join given using (project_id, client_id)
), counted as (
  insert into active_users (project_id, month, device_key)
  select project_id, month, device_key from tracked
  order by 1, 3
  on conflict do nothing
  returning project_id, device_key
)`;

/** What a statement with `TRACK` returns. */
export const TRACKED = `
select tracked.n, ${INSTALLATION_COLUMNS.map((name) => `tracked.${name}`).join(', ')}, tracked.inserted,
  (tracked.project_id, tracked.device_key) in (select project_id, device_key from counted) as counted,
  older.client_id as previous_client_id
from tracked left join installations as older on older.id = tracked.previous_id`;

type TrackStatement = GroupStatement<GivenInstallation, TrackedRow>;

export const TRACK_INSTALLATIONS: TrackStatement = {
  name: 'track-installations',
  text: `${TRACK}${TRACKED}`,
};

export type InstallationWrites = CallGroup<GivenInstallation, TrackedRow>;

export function openInstallationWrites(
  pool: Pool,
  statement: TrackStatement = TRACK_INSTALLATIONS,
): InstallationWrites {
  return groupCalls(pool, statement);
}

/** What an app sent, as the row that is inserted if there is none with its id. */
export function givenOf(
  project: Pick<Project, 'id'>,
  facts: InstallationFacts,
  at: Date,
): GivenInstallation {
  const referrers = readReferrers(facts);
  return {
    id: newId(at.getTime()),
    project_id: project.id,
    client_id: facts.installationId,
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
    referrers: Object.keys(referrers).length > 0 ? referrers : undefined,
    // The statement finds it.
    previous_id: undefined,
    // Said by `setCustomer`, and kept by everything else.
    customer_id: undefined,
    first_seen_at: at,
    last_seen_at: at,
    month: monthOf(at),
  };
}
