import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Settled } from '#visits/numbers/openNumbers.ts';
import { ownersOf, peopleAmong, secondNames } from '../installations/customerPeriods.ts';
import { NAMES_OF_INSTALLATION, recordIdOf } from '../installations/recordIdOf.ts';

interface Stores {
  readonly tx: Db;
  readonly clicks: Pick<Settled, 'events' | 'linksOfClicks'>;
}

/**
 * Takes an installation that is about to be deleted, and its customers, out of its events: those that name it, and those that name no
 * known installation but its clicks, or a customer, and are about it (`ownersOf`). Name, time, amount and the link that has the credit
 * stay, so that no number changes. Second names of customers of no other installation go.
 */
export async function eraseEvents(
  { tx, clicks }: Stores,
  project: Pick<Project, 'id'>,
  installationId: string,
  clickIds: readonly string[],
): Promise<void> {
  const erased = sql`
    select id, client_id, (
      select link_key from attribution_facts
      where kind = 'install' and installation_id = installations.id
    ) as link_key
    from installations where id = ${installationId}`;
  const customers = sql`
    select distinct customer_id from customer_periods
    where project_id = ${project.id} and installation_id = ${installationId}`;
  const people = peopleAmong(sql`select ${installationId}::uuid as installation_id`);
  const all = { tests: true, deleted: true };
  const events = await clicks.events.events(tx, { project, range: {}, people, ...all });
  const own = sql`
    select event.event_id, event.click_id, event.link_key as kept_link_key, erased.link_key,
      event.installation = any(${NAMES_OF_INSTALLATION}) as is_named
    from ${events} as event cross join (${erased}) as erased
      left join (${secondNames({ project })}) as second
        on second.name = event.customer_id and event.at >= second.since and event.at < second.until
    where ${isNotNamed(project, sql`other.id <> erased.id`)} and (
      event.installation = any(${NAMES_OF_INSTALLATION})
      or ${isNotNamed(project, sql`true`)} and (
        event.click_id = any(${clickIds}::uuid[])
        or exists (
          select from (${ownersOf({ project, among: customers })}) as owner
          where owner.id = erased.id and owner.customer_id = coalesce(second.customer_id, event.customer_id)
            and event.at >= owner.since and event.at < owner.until)))`;
  const links = await clicks.linksOfClicks(
    tx,
    project,
    sql`select click_id from (${own}) as own where click_id is not null and is_named is not true`,
  );
  const gone = sql`
    select event_id, coalesce(
      kept_link_key, case when is_named is not true then click.link_key end, own.link_key
    ) as link_key
    from (${own}) as own left join ${links} as click using (click_id)`;
  await clicks.events.forget(tx, project, gone);
  await sql`
    delete from customer_names as second
    using (${customers}) as customer
    where second.project_id = ${project.id} and second.customer_id = customer.customer_id and not exists (
      select from customer_periods as other
      where other.project_id = ${project.id} and other.customer_id = customer.customer_id
        and other.installation_id <> ${installationId})`.execute(tx);
}

/** SQL: whether an event named `event` names none of these installations. */
function isNotNamed(project: Pick<Project, 'id'>, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from installations as other
    where other.project_id = ${project.id} and ${which} and (
      other.client_id = event.installation
      or other.id = ${recordIdOf('event.installation')}))`;
}
