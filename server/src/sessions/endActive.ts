/**
 * The active session of an installation, as SQL. A subquery instead of a join: planned while there are few sessions,
 * a join would keep reading all active ones.
 */
export function activeSessionOf(installation: string): string {
  return `(select id from sessions where installation_id = ${installation} and state = 'active')`;
}

/** Ends the sessions `active_id` of the relation `beginning`, at the time `at` when the next ones begin. */
export const END_ACTIVE = `ended as (
  update sessions set state = 'ended', ended_at = greatest(sessions.started_at, beginning.at)
  from beginning
  where sessions.id = beginning.active_id and sessions.state not in ('ended', 'abandoned')
  returning sessions.id
)`;
