import type { EventCredit } from '@fairlead/contract/eventResources';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { rowsAmong } from '#platform/db/rowsAmong.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { EventsQuestion } from '#visits/numbers/events/EventStore.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import {
  customersOf,
  decidingPeriods,
  membersOf,
  ownersOf,
  peopleAmong,
  secondNames,
} from '../installations/customerPeriods.ts';
import { recordIdOf } from '../installations/recordIdOf.ts';

/** Of each series: the facts that give the credit, and SQL for the columns with the link that has it, and its click. */
export const CREDITED_TO = {
  install: { kind: 'install', link: sql.ref('link_key'), click: sql.ref('click_id') },
  reengagement: {
    kind: 'returning',
    link: sql.ref('reopened_link_key'),
    click: sql.ref('reopened_click_id'),
  },
} as const satisfies Readonly<Record<EventCredit, unknown>>;

interface CreditedScope extends Pick<
  EventsQuestion,
  'range' | 'names' | 'saidBy' | 'ids' | 'tests'
> {
  readonly project: Pick<Project, 'id'>;
  /** For a reader of this link alone: most events of others are left out. */
  readonly link?: Pick<Link, 'key'> | undefined;
}

type Stores = Pick<Reading, 'events' | 'linksOfClicks'>;

/**
 * SQL: the events of a project with what each is credited to, found anew whenever it is asked for, so that an install that is matched
 * late has all that came before. Test events are left out unless they are asked for. Columns: `event_id, name, at, currency, quantity, test, said_by`, and
 * - `amount`: the revenue that is added up, null if there is none (Rule: events 16); `app_amount`: what an app said, whether it is added or not
 * - `person`: whose it is, as far as that is known: the customer of the installation at the time, or whom the event names; else whom
 *   the installation stands for, the installation, the click
 * - `installation_id`: the known installation by which it is credited, or null
 * - `link_key, click_id, rule` (`installation`, `click`, `customer`, `erased`): by the install. Rule: events 6. An event belongs to the link by which
 *   its installation was installed. One that names no known installation belongs to the link of its click, and without a click of the project
 *   to the link of the customer's installation (`ownersOf`). What an erased installation was credited with is kept with the event
 * - `reopened_link_key, reopened_click_id, reopened_at`: by re-engagement. Rule: events 9. The last link by which the installation, once known, was
 *   opened again before the event, within the project's window; of an event that names only its customer, any that was the customer's then
 *
 * Of one link, or of events by their ids, only the facts of those concerned are read.
 */
export async function creditedEvents(
  trx: Db,
  store: Stores,
  { project, link, ...which }: CreditedScope,
): Promise<RawBuilder<unknown>> {
  await joinByHash(trx);
  const events = await store.events(trx, {
    ...which,
    project,
    people: link && peopleOf(link),
  });
  const isFew = link !== undefined || which.ids !== undefined;
  const among = (keys: RawBuilder<unknown>) => (isFew ? keys : undefined);
  const known = knownAmong(project, isFew);
  const clicks = await store.linksOfClicks(
    trx,
    project,
    sql`with event as materialized (select * from ${events} as event where click_id is not null and link_key is null),
      known as (${known})
      select click_id from event left join known using (installation) where known.id is null`,
  );
  return sql`(
    with ${partsOf(project, { events, clicks, known, among })}
    select event.event_id, event.name, event.at, ${amountsOf(project)}, event.currency, event.quantity, event.test, event.said_by,
      ${PERSON} as person,
      opener.id as installation_id,
      coalesce(event.link_key, install.link_key, click.link_key) as link_key,
      coalesce(install.click_id, click.click_id) as click_id,
      case
        when event.link_key is not null then 'erased'
        when click.link_key is not null then 'click'
        when install.link_key is null then null
        when known.id is not null then 'installation'
        else 'customer'
      end as rule,
      coalesce(reopened.link_key, reopened_of_customer.link_key) as reopened_link_key,
      coalesce(reopened.click_id, reopened_of_customer.click_id) as reopened_click_id,
      coalesce(reopened.at, reopened_of_customer.at) as reopened_at
    from event
      left join known on known.installation = event.installation and event.link_key is null
      left join standing
        on standing.installation_id = known.id and event.at >= standing.since
        and event.at < least(standing.until, standing.outranked_at)
      left join click on click.click_id = event.click_id and known.id is null and event.link_key is null
      left join customer
        on customer.customer_id = event.customer and event.at >= customer.since and event.at < customer.until
        and known.id is null and event.link_key is null
      cross join lateral (
        select coalesce(known.id, case when click.link_key is null then customer.id end) as id
      ) as opener
      left join install on install.installation_id = opener.id
      left join reopened
        on reopened.installation_id = known.id and event.at >= reopened.at and event.at < reopened.until
      left join reopened_of_customer on reopened_of_customer.event_id = event.event_id)`;
}

/** SQL: `person`, from the row of an event and what it is joined with. */
const PERSON = sql`coalesce(
  'customer ' || coalesce(
    case when event.at >= standing.began and event.at < standing.ended then standing.customer_id end,
    event.customer, standing.customer_id
  ),
  'installation ' || known.id,
  'name ' || event.installation,
  'click ' || event.click_id
)`;

interface Relations {
  readonly events: RawBuilder<unknown>;
  readonly clicks: RawBuilder<unknown>;
  readonly known: RawBuilder<unknown>;
  /** The keys that matter, if there are few. */
  readonly among: (keys: RawBuilder<unknown>) => RawBuilder<unknown> | undefined;
}

/** SQL: what events are joined with to find their credit, as parts of a `with`. */
function partsOf(
  project: Pick<Project, 'id'>,
  { events, clicks, known, among }: Relations,
): RawBuilder<unknown> {
  const customers = { project, among: among(sql`select customer as customer_id from event`) };
  const openers = sql`select id as installation_id from known union all select id from`;
  const installs = sql`
    select installation_id, link_key, click_id from attribution_facts
    where project_id = ${project.id} and kind = 'install' and installation_id is not null`;
  return sql`
    said as materialized (select * from ${events} as event),
    event as materialized (${namedByFirstName(project, among(sql`select customer_id as name from said`))}),
    known as materialized (${known}),
    click as materialized (select * from ${clicks} as click where link_key is not null),
    customer as materialized (${ownersOf(customers)}),
    standing as materialized (${customersOf({ project, among: among(sql`select id as installation_id from known`) })}),
    install as materialized (${rowsAmong(installs, 'installation_id', among(sql`${openers} customer`))}),
    reopened as materialized (${reopenings(project, among(sql`${openers} (${decidingPeriods(customers)}) as period`))}),
    member as materialized (${membersOf({ ...customers, owners: sql`select * from customer`, opened: sql`select installation_id from reopened` })}),
    reopened_of_customer as materialized (
      select distinct on (event.event_id) event.event_id, reopened.link_key, reopened.click_id, reopened.at
      from event
        left join known on known.installation = event.installation
        join member
          on member.customer_id = event.customer and event.at >= member.since and event.at < member.until
        join reopened
          on reopened.installation_id = member.id and event.at >= reopened.at and event.at < reopened.until
      where known.id is null and event.link_key is null
      order by event.event_id, reopened.at desc, reopened.click_id desc
    )`;
}

/** SQL: columns `amount` and `app_amount` of the relation `event`. Rule: events 16. */
function amountsOf(project: Pick<Project, 'id'>): RawBuilder<unknown> {
  const revenueFrom = sql`(select revenue_from from projects where id = ${project.id})`;
  return sql`
    case when event.said_by <> 'app' or ${revenueFrom} = 'any' then event.amount end as amount,
    case when event.said_by = 'app' then event.amount end as app_amount`;
}

/**
 * In a transaction: how many rows its parts have is a guess, and where few are expected every event would be compared with every
 * installation. What is looked up by an index says so (`lateral`), and still is.
 */
async function joinByHash(trx: Db): Promise<void> {
  if (trx.isTransaction) await sql`set local enable_nestloop = off`.execute(trx);
}

/** SQL: the relation `said`, with each `customer` by the first name; `names` has the only `name`s that matter. */
function namedByFirstName(
  project: Pick<Project, 'id'>,
  names?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select said.*, coalesce(second.customer_id, said.customer_id) as customer
    from said left join (${secondNames({ project, among: names })}) as second
      on second.name = said.customer_id and said.at >= second.since and said.at < second.until`;
}

/** SQL: the installations that the relation `event` names: `installation, id`. Of `few`, each is looked up. */
function knownAmong(project: Pick<Project, 'id'>, few: boolean): RawBuilder<unknown> {
  const fence = few ? sql`offset 0` : sql``;
  return sql`
    select given.installation, coalesce(named.id, recorded.id) as id
    from (select distinct installation from event where installation is not null) as given
      left join lateral (
        select id from installations
        where project_id = ${project.id} and client_id = given.installation ${fence}
      ) as named on true
      left join lateral (
        select id from installations
        where project_id = ${project.id} and named.id is null and id = ${recordIdOf('given.installation')} ${fence}
      ) as recorded on true
    where coalesce(named.id, recorded.id) is not null`;
}

/** SQL: until when each opening of a known installation by a link has the credit: `installation_id, link_key, click_id, at, until`. */
function reopenings(
  project: Pick<Project, 'id'>,
  among?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const facts = sql`
    select installation_id, link_key, click_id, at from attribution_facts
    where project_id = ${project.id} and kind = 'returning' and installation_id is not null`;
  return sql`
    select installation_id, link_key, click_id, at,
      least(lead(at) over (partition by installation_id order by at, click_id), at + days * interval '24 hours') as until
    from (${rowsAmong(facts, 'installation_id', among)}) as fact,
      (select reengagement_days as days from projects where id = ${project.id}) as windows`;
}

/**
 * SQL: the texts by which events name the people whom a link has brought: `installation, customer_id`. Each installation is looked up: there
 * may be many more that others have brought.
 */
export function peopleOf(link: Pick<Link, 'key'>): RawBuilder<unknown> {
  const brought = sql`
    select distinct installation_id from attribution_facts
    where link_key = ${link.key} and kind in ('install', 'returning') and installation_id is not null`;
  return peopleAmong(brought);
}
