import { sql, type RawBuilder } from 'kysely';
import { inRange } from '#platform/db/inRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '../../clicks/facts/projectNumber.ts';
import type { EventsQuestion } from '../../numbers/events/EventStore.ts';

/** SQL: `EventStore.events`. */
export function readEvents({
  project,
  range,
  names,
  ids,
  people,
  tests = false,
}: EventsQuestion): RawBuilder<unknown> {
  const conditions = [
    sql`project_number = ${projectNumber(project.id)}`,
    inRange('at', range),
    ...(tests ? [] : [sql`not test`]),
    ...(ids ? [sql`event_id = any(${ids}::text[])`] : []),
    ...(names ? [sql`name = any(${names}::text[])`] : []),
    ...(people ? [sql`event_id in (${ofPeople(project, people)})`] : []),
  ];
  const own = sql`
    select event_id, name, at, amount, currency, quantity, installation, click_id, customer_id, link_key, transaction_id, test
    from events where ${sql.join(conditions, sql` and `)}`;
  // Each is looked up: there are few that name nobody, and a join would be planned with all events of all times.
  return sql`(
    select own.event_id, own.name, own.at, own.amount, own.currency, own.quantity, own.link_key, own.test,
      coalesce(own.installation, named.installation) as installation,
      coalesce(own.click_id, named.click_id) as click_id,
      coalesce(own.customer_id, named.customer_id) as customer_id
    from (${own}) as own left join lateral (
      select installation, click_id, customer_id from events
      where project_number = ${projectNumber(project.id)} and transaction_id = own.transaction_id
        and num_nonnulls(own.installation, own.click_id, own.customer_id, own.link_key) = 0
        and num_nonnulls(installation, click_id, customer_id) > 0
      order by at, event_id limit 1
    ) as named on true)`;
}

/** SQL: the ids of events that may be theirs. Each part is a join with an index on both sides, whatever is expected of its size. */
function ofPeople(project: Pick<Project, 'id'>, people: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOwn = sql`own.project_number = ${projectNumber(project.id)}`;
  return sql`
    select own.event_id from events as own where ${isOwn} and own.link_key is not null
    union all
    select own.event_id from events as own where ${isOwn} and own.click_id is not null
    union all
    select own.event_id from events as own
    where ${isOwn} and own.transaction_id is not null and num_nonnulls(own.installation, own.customer_id) = 0
    union all
    select own.event_id
    from (${people}) as people join events as own on ${isOwn} and own.installation = people.installation
    union all
    select own.event_id
    from (${people}) as people join events as own on ${isOwn} and own.customer_id = people.customer_id`;
}
