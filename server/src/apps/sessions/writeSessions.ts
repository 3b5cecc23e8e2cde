import type { StartSessionRequest } from '@fairlead/contract/installationResources';
import type { Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';
import { insertColumnsOf, type NewRow } from '#platform/db/newRows.ts';
import { activeUserKeyOf } from '../installations/activeUsers.ts';
import { newId, UUID_PATTERN } from '#platform/lib/uuid.ts';
import { monthOf } from '#teams/plans/countUsage.ts';
import type { Project } from '#teams/projects/Project.ts';

/** A session whose installation is known only to the statement. */
export type NewSession = Omit<NewRow<'sessions'>, 'installation_id'>;

export interface GivenSession extends NewSession {
  /** The app's own id of the installation, or our record's. */
  readonly name: string;
  readonly record_id: string | undefined;
  /** First day of the month in which the installation is active. */
  readonly month: string;
}

const { names, types, values } = insertColumnsOf('sessions');

/**
 * The active session of an installation, as SQL. A subquery instead of a join: planned while there are few sessions,
 * a join would keep reading all active ones.
 */
export function activeSessionOf(installation: string): string {
  return `(select id from sessions where installation_id = ${installation} and state = 'active')`;
}

/** Ends the sessions `active_id` of the relation `beginning`, and inserts its rows once these have ended. */
const BEGIN = `ended as (
  update sessions set state = 'ended', ended_at = greatest(sessions.started_at, beginning.started_at)
  from beginning
  where sessions.id = beginning.active_id and sessions.state not in ('ended', 'abandoned')
  returning sessions.id
), begun as (
  insert into sessions (${names})
  select ${names} from beginning
  where (select count(*) from ended) >= 0
)`;

/** Starts the session of each row of `tracked` (`TRACK`); only a known installation can have an older one. */
export const BEGIN_TRACKED = `beginning as materialized (
  select ${values({
    id: 'session_id as id',
    installation_id: 'id as installation_id',
    state: "'active' as state",
    started_at: 'at as started_at',
    ended_at: 'null::timestamptz as ended_at',
    // The metadata describes the installation; the session stores what it began with.
    metadata: 'null::jsonb as metadata',
  })}, case when not inserted then ${activeSessionOf('tracked.id')} end as active_id
  from tracked
), ${BEGIN}`;

/**
 * Starts sessions, or records ones that have ended, and counts their installations as active. For the order, see `TRACK`.
 */
export const START_SESSIONS: GroupStatement<GivenSession, { readonly known: boolean }> = {
  name: 'start-sessions',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (n int, name text, record_id uuid, month date, ${types})
), found as materialized (
  select given.*, coalesce(
    (select id from installations
      where installations.project_id = given.project_id and client_id = given.name),
    (select id from installations
      where id = given.record_id and installations.project_id = given.project_id)
  ) as found_id
  from given
), seen as (
  update installations set last_seen_at = greatest(last_seen_at, latest.at)
  from (
    select project_id, name, found_id, max(coalesce(ended_at, started_at)) as at
    from found group by 1, 2, 3 order by 1, 2
  ) as latest
  where installations.id = latest.found_id
  returning installations.id as seen_id, persistent_device_id
), counted as (
  insert into active_users (project_id, month, device_key)
  select distinct project_id, month, ${activeUserKeyOf('active')}
  from (
    select project_id, month, seen_id as id, persistent_device_id from found join seen on seen_id = found_id
  ) as active
  order by 1, 3
  on conflict do nothing
), beginning as materialized (
  select ${values({ installation_id: 'seen_id as installation_id' })},
    case when state = 'active' then ${activeSessionOf('seen_id')} end as active_id
  from found join seen on seen_id = found_id
), ${BEGIN}
select n, seen_id is not null as known from found left join seen on seen_id = found_id`,
};

export type SessionWrites = CallGroup<GivenSession, { readonly known: boolean }>;

export function openSessionWrites(pool: Pool): SessionWrites {
  return groupCalls(pool, START_SESSIONS);
}

/** What the app reports about the start of a session. */
export type SessionFacts = Omit<StartSessionRequest, 'installationId'>;

export function newSession(
  project: Pick<Project, 'id'>,
  facts: SessionFacts,
  at: Date,
): NewSession {
  return {
    id: newId(at.getTime()),
    project_id: project.id,
    state: 'active',
    started_at: at,
    ended_at: undefined,
    network_type: facts.networkType,
    device_orientation: facts.deviceOrientation,
    battery_level: facts.batteryLevel,
    is_charging: facts.isCharging,
    metadata: facts.metadata,
  };
}

/** The same of the installation that `name` names. */
export function givenOf(session: NewSession, name: string, at: Date): GivenSession {
  const record_id = UUID_PATTERN.test(name) ? name : undefined;
  return { ...session, name, record_id, month: monthOf(at) };
}
