import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { Link } from '#links/link/Link.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { customersInstallation } from '../installations/customersInstallation.ts';
import { NAMES_OF_INSTALLATION, recordIdOf } from '../installations/recordIdOf.ts';

interface CreditedScope {
  readonly project: Pick<Project, 'id'>;
  /** For a reader of this link alone: most events of others are left out. */
  readonly link?: Pick<Link, 'key'> | undefined;
  /** Of the times of events. */
  readonly range: TimeRange;
}

/**
 * SQL: the events of a project with the link that each is credited to, `name, at, amount, currency, quantity, credited_key`; test events
 * are left out. It is found anew whenever it is asked for, so that an install that is matched late has all that came before.
 *
 * Rule: events 6. An event belongs to the link by which its installation was installed. One that names no known installation belongs to the link of
 * its click, and without a click of the project to the link of the customer's installation: the one first seen last before the event,
 * else the earliest. What an erased installation was credited with is kept with the event.
 */
export async function creditedEvents(
  trx: Db,
  store: Pick<Reading, 'linksOfClicks'>,
  { project, link, range }: CreditedScope,
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
        and recorded.id = ${recordIdOf('event.installation')}
      left join ${clicks} as click
        on click.click_id = event.click_id and named.id is null and recorded.id is null
      left join lateral (${customersInstallation(project)}) as customers
        on named.id is null and recorded.id is null and click.link_key is null
      left join attribution_facts as install
        on install.kind = 'install'
        and install.installation_id = coalesce(named.id, recorded.id, customers.id)
    where event.project_number = ${number} and ${inRange('event.at', range)} and not event.test
      and ${link ? mayBelongTo(project, link) : sql`true`})`;
}

/**
 * SQL: whether an event may be the link's: all that name a click, or something that the link has installed. Each part is a join with an
 * index on both sides, whatever is expected of its size.
 */
function mayBelongTo(project: Pick<Project, 'id'>, link: Pick<Link, 'key'>): RawBuilder<boolean> {
  const own = sql`own.project_number = ${projectNumber(project.id)}`;
  const installed = sql`
    select client_id, id, customer_id from attribution_facts as fact
      join installations on installations.id = fact.installation_id
    where fact.kind = 'install' and fact.link_key = ${link.key}`;
  return sql<boolean>`event.event_id in (
    select own.event_id from events as own where ${own} and own.link_key = ${link.key}
    union all
    select own.event_id from events as own where ${own} and own.click_id is not null
    union all
    select own.event_id
    from (select unnest(${NAMES_OF_INSTALLATION}) as name from (${installed}) as installed) as named
      join events as own on ${own} and own.installation = named.name
    union all
    select own.event_id
    from (${installed}) as installed
      join events as own on ${own} and own.customer_id = installed.customer_id)`;
}
