import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';

/**
 * SQL: the installation of the customer that an event named `event` is about: of several the one first seen last before the event, else
 * the earliest.
 */
export function customersInstallation(project: Pick<Project, 'id'>): RawBuilder<unknown> {
  return sql`
    select id from installations
    where project_id = ${project.id} and customer_id = event.customer_id
    order by first_seen_at > event.at,
      case when first_seen_at <= event.at then first_seen_at end desc, first_seen_at, id
    limit 1`;
}
