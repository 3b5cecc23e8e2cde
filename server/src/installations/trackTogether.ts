import type { Pool } from 'pg';
import { groupCalls, type CallGroup } from '../db/groupCalls.ts';
import { newId } from '../lib/uuid.ts';
import { monthOf } from '../plans/countUsage.ts';
import type { Project } from '../projects/Project.ts';
import { INSTALLATION_COLUMNS, isRecordId, readInstallation } from './Installation.ts';
import { limitsActiveUsers } from './recordActiveUser.ts';
import type { Tracked, TrackOptions } from './Tracked.ts';
import { columnsOf, type InstallationFacts } from './writeInstallation.ts';

/** Columns of an installation that a call may set; omitted ones keep their value. */
const FACTS = [
  'device_id',
  'persistent_device_id',
  'device_model',
  'device_manufacturer',
  'os_name',
  'os_version',
  'app_version',
  'app_build',
  'language',
  'timezone',
  'network_type',
  'device_orientation',
  'battery_level',
  'is_charging',
  'metadata',
  'client_type',
  'client_version',
  'client_platform',
] as const satisfies readonly (keyof ReturnType<typeof columnsOf>)[];

const TYPES: Partial<Record<(typeof FACTS)[number], string>> = {
  battery_level: 'float8',
  is_charging: 'boolean',
  metadata: 'jsonb',
};

const INSTALLATION = INSTALLATION_COLUMNS.join(', ');

/** As in `recordActiveUser`, from the columns of an installation. */
export const ACTIVE_USER_KEY = `left(translate(encode(sha256(convert_to(
    case when persistent_device_id is null then 'installation ' || id else 'device ' || persistent_device_id end,
    'UTF8')), 'base64'), '+/', '-_'), 22)`;

/**
 * The part of a statement that tracks installations: `given`, a relation of what was sent, `tracked`, the installations
 * with what has become of them, and their count as active users of the month. Ordered by name, so that overlapping
 * groups wait for each other without deadlock. For known installations with nothing new, only the time they were seen
 * is written.
 */
export const TRACK = `
with given as materialized (
  select * from json_to_recordset($1) as given (
    n int, id uuid, project_id uuid, client_id text, at timestamptz, month date, session_id uuid,
    ${FACTS.map((name) => `${name} ${TYPES[name] ?? 'text'}`).join(', ')}
  )
), written as (
  insert into installations as known
    (id, project_id, client_id, first_seen_at, last_seen_at, previous_id, ${FACTS.join(', ')})
  select id, project_id, client_id, at, at,
    case when persistent_device_id is not null then (
      select older.id from installations as older
      where older.project_id = given.project_id and older.persistent_device_id = given.persistent_device_id
      order by older.first_seen_at desc
      limit 1
      -- One that is erased at this moment is none.
      for key share
    ) end, ${FACTS.join(', ')}
  from given
  order by project_id, client_id
  on conflict (project_id, client_id) do update set
    ${FACTS.map((name) => `${name} = coalesce(excluded.${name}, known.${name})`).join(', ')},
    last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)
  -- A row that this statement made was never locked or replaced by another transaction.
  returning ${INSTALLATION}, xmax = 0 as inserted
), tracked as materialized (
  select given.n, given.at, given.month, given.session_id, given.network_type, given.device_orientation,
    given.battery_level, given.is_charging, written.*
  from written join given using (project_id, client_id)
), counted as (
  insert into active_users (project_id, month, device_key)
  select project_id, month, ${ACTIVE_USER_KEY} from tracked
  order by 1, 3
  on conflict do nothing
)`;

/** What a statement with `TRACK` returns; the older installation only in the call that records the newer one. */
export const TRACKED = `
select tracked.n, ${INSTALLATION_COLUMNS.map((name) => `tracked.${name}`).join(', ')}, tracked.inserted,
  older.client_id as previous_client_id
from tracked left join installations as older on tracked.inserted and older.id = tracked.previous_id`;

type InstallationRow = Parameters<typeof readInstallation>[0];
type TrackedRow = InstallationRow & {
  readonly n: number;
  readonly inserted: boolean;
  readonly previous_client_id: string | null;
};
type GivenInstallation = ReturnType<typeof describeGiven>;

export type InstallationWrites = CallGroup<GivenInstallation, TrackedRow>;

export function openInstallationWrites(
  pool: Pool,
  statement = { name: 'track-installations', text: `${TRACK}${TRACKED}` },
): InstallationWrites {
  return groupCalls(pool, statement);
}

/**
 * Tracks an installation in one statement with simultaneous ones, and starts its session if the statement does.
 * Undefined if it has to be decided on its own: the caller sends a token, the id may be our record id, or the plan
 * is limited.
 */
export async function trackTogether(
  group: InstallationWrites,
  project: Project,
  facts: InstallationFacts,
  { plan, at, holder }: TrackOptions,
  sessionId?: string,
): Promise<Tracked | undefined> {
  if (holder || isRecordId(facts.installationId) || limitsActiveUsers(plan)) return undefined;
  const row = await group.call(describeGiven(project, facts, at, sessionId), {
    key: `${project.id} ${facts.installationId}`,
    owner: project.id,
  });
  if (!row) return undefined;
  return {
    installation: readInstallation(row),
    isNew: row.inserted,
    previousClientId: row.previous_client_id ?? undefined,
  };
}

function describeGiven(project: Project, facts: InstallationFacts, at: Date, sessionId?: string) {
  return {
    id: newId(at.getTime()),
    project_id: project.id,
    client_id: facts.installationId,
    at,
    month: monthOf(at),
    session_id: sessionId,
    ...columnsOf(facts),
  };
}
