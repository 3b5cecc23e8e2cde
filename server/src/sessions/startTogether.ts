import type { Pool } from 'pg';
import type { SessionStart } from './SessionStart.ts';
import { groupCalls, type GroupStatement, type CallGroup } from '../db/groupCalls.ts';
import { ACTIVE_USER_KEY } from '../installations/trackTogether.ts';
import { newId, UUID_PATTERN } from '../lib/uuid.ts';
import { activeSessionOf, END_ACTIVE } from './endActive.ts';
import { monthOf } from '../plans/countUsage.ts';
import type { Project } from '../projects/Project.ts';

/** The insert reads from the update, so that the older session has ended when the new one begins. */
const START: GroupStatement = {
  name: 'start-sessions',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (
    n int, session_id uuid, project_id uuid, name text, record_id uuid, at timestamptz, month date,
    network_type text, device_orientation text, battery_level float8, is_charging boolean, metadata jsonb
  )
), found as materialized (
  select given.*, coalesce(
    (select id from installations
      where installations.project_id = given.project_id and client_id = given.name),
    (select id from installations
      where id = given.record_id and installations.project_id = given.project_id)
  ) as installation_id
  from given
  order by project_id, name
), seen as (
  update installations set last_seen_at = greatest(last_seen_at, found.at)
  from found where installations.id = found.installation_id
  returning found.n, installations.id, installations.project_id, installations.persistent_device_id, found.month
), counted as (
  insert into active_users (project_id, month, device_key)
  select project_id, month, ${ACTIVE_USER_KEY} from seen
  order by 1, 3
  on conflict do nothing
), beginning as materialized (
  select found.*, ${activeSessionOf('found.installation_id')} as active_id from found join seen using (n)
), ${END_ACTIVE}, begun as (
  insert into sessions (id, project_id, installation_id, state, started_at, network_type, device_orientation,
    battery_level, is_charging, metadata)
  select session_id, project_id, installation_id, 'active', at, network_type, device_orientation,
    battery_level, is_charging, metadata
  from beginning
  where (select count(*) from ended) >= 0
)
select n from seen`,
};

interface GivenSession {
  readonly session_id: string;
  readonly project_id: string;
  readonly name: string;
}

export type SessionWrites = CallGroup<GivenSession, { readonly n: number }>;

export function openSessionWrites(pool: Pool): SessionWrites {
  return groupCalls(pool, START);
}

/** Starts a session in one statement with simultaneous ones; undefined if it has to be handled on its own. */
export async function startTogether(
  group: SessionWrites,
  project: Project,
  { installationId, ...facts }: SessionStart,
  at: Date,
): Promise<{ id: string } | undefined> {
  const id = newId(at.getTime());
  const given = {
    session_id: id,
    project_id: project.id,
    name: installationId,
    record_id: UUID_PATTERN.test(installationId) ? installationId : undefined,
    at,
    month: monthOf(at),
    network_type: facts.networkType,
    device_orientation: facts.deviceOrientation,
    battery_level: facts.batteryLevel,
    is_charging: facts.isCharging,
    metadata: facts.metadata,
  };
  const key = `${project.id} ${installationId}`;
  const row = await group.call(given, { key, owner: project.id });
  return row && { id };
}
