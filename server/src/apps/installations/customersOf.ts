import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';

/**
 * SQL: which installation of a customer an event is about, by its time: `customer_id, id, since, until`. Of several it is the one first seen last
 * before the event, else the earliest.
 */
export function customersOf(project: Pick<Project, 'id'>): RawBuilder<unknown> {
  return sql`
    select customer_id, id,
      case when row_number() over seen = 1 then '-infinity' else first_seen_at end as since,
      coalesce(lead(first_seen_at) over seen, 'infinity') as until
    from installations where project_id = ${project.id} and customer_id is not null
    window seen as (partition by customer_id order by first_seen_at, id)`;
}
