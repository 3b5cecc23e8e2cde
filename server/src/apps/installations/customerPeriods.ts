import { sql, type RawBuilder } from 'kysely';
import { rowsAmong } from '#platform/db/rowsAmong.ts';
import type { Project } from '#teams/projects/Project.ts';
import { NAMES_OF_INSTALLATION } from './recordIdOf.ts';

/** Of which project; `among`: SQL for a relation with the only keys that matter, each of which is then looked up. */
interface PeriodsScope {
  readonly project: Pick<Project, 'id'>;
  readonly among?: RawBuilder<unknown> | undefined;
}

/**
 * SQL: which installation an event is about that names only its customer, by the event's time: `customer_id, id, since, until`, one at
 * any time. It is the installation that was the customer's then; of several the one that was first; where none was, the last before,
 * else the first after. Rule: events 6. `among` has `customer_id`.
 */
export function ownersOf(scope: PeriodsScope): RawBuilder<unknown> {
  // The first keeps it until it ends, then the next of those that are still the customer's: who is left when all before have ended.
  return sql`
    select customer_id, id,
      case when row_number() over owned = 1 then '-infinity' else begins end as since,
      coalesce(lead(begins) over owned, 'infinity') as until
    from (
      select customer_id, id, until, greatest(since, max(until) over (
          partition by customer_id order by since, id rows between unbounded preceding and 1 preceding
        )) as begins
      from (${decidingPeriods(scope)}) as period
    ) as period where begins < until
    window owned as (partition by customer_id order by begins)`;
}

/** Of the installations of one customer at the same time, beyond which later ones bring no re-engagement: an id that so many share is nobody's. */
export const MAX_TOGETHER = 100;

interface MembersScope extends PeriodsScope {
  /** SQL: `ownersOf` the same. */
  readonly owners: RawBuilder<unknown>;
  /** SQL: `installation_id` of those that links have opened again: no others matter. */
  readonly opened: RawBuilder<unknown>;
}

/**
 * SQL: every installation by which an event that names only its customer can be credited by re-engagement: `customer_id, id, since,
 * until`. Those that were the customer's then, and the owner, where none was. Rule: events 9. `among` has `customer_id`.
 */
export function membersOf({ owners, opened, ...scope }: MembersScope): RawBuilder<unknown> {
  return sql`
    select customer_id, id, since, until from (
      select customer_id, id, since, until, step,
        sum(step) over (partition by customer_id order by moment, step rows unbounded preceding) as together
      from (${decidingPeriods(scope)}) as period
        cross join lateral (values (since, 1), (until, -1)) as change (moment, step)
      where id in (select installation_id from (${opened}) as opened)
    ) as change where step = 1 and together <= ${MAX_TOGETHER}
    union
    select customer_id, id, since, until from (${owners}) as owner
    where id in (select installation_id from (${opened}) as opened)`;
}

/** SQL: periods that decide something, until they no longer do: `customer_id, id, since, until`. `among` has `customer_id`. */
export function decidingPeriods({ project, among }: PeriodsScope): RawBuilder<unknown> {
  const periods = sql`
    select customer_id, installation_id as id, since,
      least(coalesce(until, 'infinity'), coalesce(outranked_at, 'infinity')) as until
    from customer_periods where project_id = ${project.id}`;
  return sql`
    select * from (${rowsAmong(periods, 'customer_id', among)}) as period where since < until`;
}

/**
 * SQL: whom an installation stands for, by time: `installation_id, customer_id, since, until`, one at any time, and from when to when it
 * was really theirs, `began, ended`. Before and after it stands for the first and the last. From `outranked_at` on it stands for nobody.
 * `among` has `installation_id`.
 */
export function customersOf({ project, among }: PeriodsScope): RawBuilder<unknown> {
  const periods = sql`
    select installation_id, customer_id, since as began, coalesce(until, 'infinity') as ended,
      coalesce(outranked_at, 'infinity') as outranked_at
    from customer_periods where project_id = ${project.id}`;
  return sql`
    select period.*, case when row_number() over held = 1 then '-infinity' else began end as since,
      coalesce(lead(began) over held, 'infinity') as until
    from (${rowsAmong(periods, 'installation_id', among)}) as period
    window held as (partition by installation_id order by began)`;
}

/**
 * SQL: the second names of customers: `name, customer_id, since, until`. Where a server has identified an installation by it, it is a name of its
 * own; what apps say does not shadow what a source says. `among` has `name`.
 */
export function secondNames({ project, among }: PeriodsScope): RawBuilder<unknown> {
  const names = sql`
    select name, customer_id, since from customer_names where project_id = ${project.id}
      and not exists (
        select from customer_periods as period
        where period.project_id = ${project.id} and period.customer_id = customer_names.name
          and period.said_by = 'server')`;
  return sql`
    select name, customer_id,
      case when row_number() over meant = 1 then '-infinity' else since end as since,
      coalesce(lead(since) over meant, 'infinity') as until
    from (${rowsAmong(names, 'name', among)}) as named
    window meant as (partition by name order by since)`;
}

/** SQL: the texts by which events name the people of installations, of a relation `installation_id`: `installation, customer_id`. */
export function peopleAmong(installations: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select named.installation, named.customer_id from (${installations}) as opener cross join lateral (
      select unnest(${NAMES_OF_INSTALLATION}) as installation, null as customer_id
      from installations where id = opener.installation_id
      union all
      select null, customer_id from customer_periods where installation_id = opener.installation_id
      union all
      select null, second.name
      from customer_periods as period join lateral (
          select name from customer_names
          where project_id = period.project_id and customer_id = period.customer_id offset 0
        ) as second on true
      where period.installation_id = opener.installation_id
      offset 0
    ) as named`;
}
