import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import type { Settled } from '#visits/numbers/openNumbers.ts';
import { customersInstallation } from '../installations/customersInstallation.ts';
import { NAMES_OF_INSTALLATION, recordIdOf } from '../installations/recordIdOf.ts';

interface Stores {
  readonly tx: Db;
  readonly clicks: Pick<Settled, 'linksOfClicks'>;
}

/**
 * Takes an installation that is about to be deleted, and its customer, out of its events: those that name it, and those that name no
 * known installation but its clicks or its customer while it was the customer's. Name, time, amount and the link that has the credit
 * stay, so that no number changes.
 */
export async function eraseEvents(
  { tx, clicks }: Stores,
  project: Pick<Project, 'id'>,
  installationId: string,
  clickIds: readonly string[],
): Promise<void> {
  const isOfProject = sql`project_number = ${projectNumber(project.id)}`;
  const erased = sql`
    select id, client_id, customer_id, (
      select link_key from attribution_facts
      where kind = 'install' and installation_id = installations.id
    ) as link_key
    from installations where id = ${installationId}`;
  await sql`
    update events as event set ${FORGOTTEN}, link_key = erased.link_key
    from (${erased}) as erased
    where ${isOfProject} and installation = any(${NAMES_OF_INSTALLATION})
      and ${isNotNamed(project, sql`other.id <> erased.id`)}`.execute(tx);
  const loose = sql`
    from events as event, (${erased}) as erased
    where ${isOfProject} and ${isNotNamed(project, sql`true`)} and (
      event.click_id = any(${clickIds}::uuid[])
      or event.customer_id = erased.customer_id
        and (${customersInstallation(project)}) = erased.id)`;
  const links = await clicks.linksOfClicks(
    tx,
    project,
    sql`select event.click_id ${loose} and event.click_id is not null`,
  );
  await sql`
    update events as event set ${FORGOTTEN}, link_key = found.link_key
    from (
      select own.event_id, coalesce(click.link_key, own.link_key) as link_key
      from (select event.event_id, event.click_id, erased.link_key ${loose}) as own
        left join ${links} as click using (click_id)
    ) as found
    where ${isOfProject} and event.event_id = found.event_id`.execute(tx);
}

const FORGOTTEN = sql`installation = null, click_id = null, customer_id = null, transaction_id = null,
  items = null, properties = null`;

/** SQL: whether an event named `event` names none of these installations. */
function isNotNamed(project: Pick<Project, 'id'>, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from installations as other
    where other.project_id = ${project.id} and ${which} and (
      other.client_id = event.installation
      or other.id = ${recordIdOf('event.installation')}))`;
}
