import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { customersInstallation } from '../installations/customersInstallation.ts';

interface CreditedScope {
  readonly project: Pick<Project, 'id'>;
  /** Of the times of events. */
  readonly range: TimeRange;
}

/**
 * SQL: the events of a project with the link that each is credited to, `name, at, amount, currency, quantity, credited_key`; test events
 * are left out. It is found anew whenever it is asked for, so that an install that is matched late has all that came before.
 *
 * An event belongs to the link by which its installation was installed. One that names no known installation belongs to the link of
 * its click, and without a click of the project to the link of the customer's installation: the one first seen last before the event,
 * else the earliest. What an erased installation was credited with is kept with the event.
 */
export async function creditedEvents(
  trx: Db,
  store: Pick<Reading, 'linksOfClicks'>,
  { project, range }: CreditedScope,
): Promise<RawBuilder<unknown>> {
  const number = projectNumber(project.id);
  const clicks = await store.linksOfClicks(
    trx,
    project,
    sql`select click_id from events
      where project_number = ${number} and ${inRange('at', range)} and click_id is not null and not test`,
  );
  return sql`(
    select event.name, event.at, event.amount, event.currency, event.quantity,
      coalesce(event.link_key, click.link_key, install.link_key) as credited_key
    from events as event
      left join installations as named
        on named.project_id = ${project.id} and named.client_id = event.installation
      left join installations as recorded
        on recorded.project_id = ${project.id} and named.id is null
        and recorded.id = case when event.installation ~* ${UUID_PATTERN.source} then event.installation::uuid end
      left join ${clicks} as click
        on click.click_id = event.click_id and named.id is null and recorded.id is null
      left join lateral (${customersInstallation(project)}) as customers
        on named.id is null and recorded.id is null and click.link_key is null
      left join attribution_facts as install
        on install.kind = 'install'
        and install.installation_id = coalesce(named.id, recorded.id, customers.id)
    where event.project_number = ${number} and ${inRange('event.at', range)} and not event.test)`;
}
