import type { EventDimension, EventNumbers, EventSums } from '@fairlead/contract/eventNumbers';
import type { EventCredit, RevenueSum } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Term } from '#visits/clicks/facts/Click.ts';
import type { EventsQuestion } from '#visits/numbers/events/EventStore.ts';
import { readCosts, returnOn } from '../costs/readCosts.ts';
import { creditedEvents, CREDITED_TO, peopleOf } from '../creditedEvents.ts';
import { DIMENSIONS } from './dimensions.ts';
import type { EventNumbersQuestion } from './EventNumbersQuestion.ts';
import { type EventReading, type Moment, readOnce } from './readOnce.ts';
import { readRevenueFrom } from './readRevenueFrom.ts';
import { revenueByCurrency, toNumber } from './sumsByCurrency.ts';

/** What a value, or all of them together, have of one currency, or of all of them. */
interface Row {
  readonly together: boolean;
  readonly value: string | null;
  /** Null: events with no revenue, or all of them. */
  readonly currency: string | null;
  /** Of all currencies. */
  readonly whole: boolean;
  readonly events: number;
  readonly quantity: string;
  readonly people: number;
  readonly amount: string | null;
  readonly app_amount: string | null;
  readonly installs: number;
  readonly converted: number;
}

/** What people did in a project, by what brought them. */
export function readEventNumbers(
  reading: EventReading,
  project: Pick<Project, 'id'>,
  question: EventNumbersQuestion,
): Promise<EventNumbers> {
  return readOnce(reading, question.window, async (moment) => {
    const { trx, window, exactUntil } = moment;
    const { rows } = await (await sumsOf(reading, project, question, moment)).execute(trx);
    const costs = await readCosts(trx, project, question, window);
    const total = sumsOfRows(
      rows.filter(({ together }) => together),
      costs.total,
    );
    const isOfEvents = DIMENSIONS[question.by].ofEvents !== undefined;
    const byValue = Map.groupBy(
      // By what events alone have, what nobody has done has no value.
      rows.filter(({ together, value }) => !together && (!isOfEvents || value !== null)),
      ({ value }) => value,
    );
    // An install has no name of its own: its share of all is that of those who did it.
    const only = isOfEvents ? { installs: total.installs } : {};
    // What was spent may have brought nothing.
    for (const value of costs.byValue.keys()) if (!byValue.has(value)) byValue.set(value, []);
    const groups = [...byValue]
      .map(([value, own]) => ({
        value,
        ...sumsOfRows(own, costs.byValue.get(value ?? '') ?? [], only),
      }))
      .toSorted(question.by === 'day' ? byText : byEvents)
      .slice(0, LIMITS.eventGroups);
    const titles = await findTitles(trx, project, question.by, groups);
    return {
      from: window.from.toISOString(),
      to: window.to.toISOString(),
      timeZone: window.timeZone,
      exactUntil,
      revenueFrom: await readRevenueFrom(trx, project),
      total,
      groups: groups.map((group) => ({ ...group, title: titles.get(group.value) ?? null })),
    };
  });
}

async function sumsOf(
  reading: EventReading,
  project: Pick<Project, 'id'>,
  question: EventNumbersQuestion,
  moment: Moment,
) {
  const { trx, window } = moment;
  const { by, credit, name, saidBy, of: { link } = {} } = question;
  const range = { from: window.from, to: window.to };
  const which = { project, range, saidBy, names: name === undefined ? undefined : [name] };
  const credited = await creditedEvents(trx, reading, { ...which, link });
  const { kind, ...to } = CREDITED_TO[credit === 'any' ? 'install' : credit];
  const facts = sql`
    select link_key, click_id, at, null::text as name, null::text as said_by from attribution_facts
    where project_id = ${project.id} and kind = ${kind}
      and ${link ? sql`link_key = ${link.key}` : sql`true`}`;
  const people = link && peopleOf(link);
  const valued = await valuesOf(reading, moment, question, { kind, facts, people, ...which });
  const { ofEvents } = DIMENSIONS[by];
  const own = ofEvents === undefined ? sql`null::text` : sql.ref(ofEvents);
  const isAnyGoal = name === undefined ? sql`not together and ${by === 'name'}` : sql`true`;
  return sql<Row>`
    with event as materialized (${valued(sql`
      select name, said_by, at, amount, app_amount, currency, quantity, person,
        ${to.link} as link_key, ${to.click} as click_id
      from ${credited} as event`)}
    ), done as materialized (
      select click_id, ${own} as own, bool_or(amount > 0) as earns
      from event where link_key is not null and click_id is not null
      group by 1, 2
    ), install as (${valued(sql`${facts} and ${inRange('at', range)}`)}
    ), brought as (
      select grouping(value) = 1 as together, value, count(distinct click_id) as installs,
        count(distinct click_id) filter (where did) as did, count(distinct click_id) filter (where earns) as earned
      from (
        select install.click_id, ${ofEvents === undefined ? sql`install.value` : sql`done.own`} as value, done.earns, done.click_id is not null as did
        from install left join done using (click_id)
      ) as install group by grouping sets ((), (value))
    ), of_person as (
      select value, currency, person, count(*) as events, sum(coalesce(quantity, 1)) as quantity, sum(amount) as amount,
        sum(app_amount) as app_amount
      from event where ${credit === 'any' ? sql`true` : sql`link_key is not null`}
      group by value, currency, person
    ), counted as (
      select grouping(value) = 1 as together, value, currency, grouping(currency) = 1 as whole,
        sum(events)::bigint as events, sum(quantity)::text as quantity, count(distinct person) as people,
        sum(amount)::text as amount, sum(app_amount)::text as app_amount
      from of_person group by grouping sets ((), (currency), (value), (value, currency))
    )
    select together, case when not none then text end as value, currency, whole, coalesce(events, 0) as events, coalesce(quantity, '0') as quantity,
      coalesce(people, 0) as people, amount, app_amount, coalesce(installs, 0) as installs,
      coalesce(case when ${isAnyGoal} then did else earned end, 0) as converted
    from (select *, value is null as none, coalesce(value, '') as text from counted) as counted
      full join (select together, did, earned, installs, true as whole, value is null as none, coalesce(value, '') as text from brought) as brought
      using (together, whole, none, text)`;
}

interface CreditsQuestion extends Pick<
  EventsQuestion,
  'project' | 'range' | 'names' | 'people' | 'saidBy'
> {
  readonly kind: (typeof CREDITED_TO)[EventCredit]['kind'];
  /** SQL: the facts that give the credit. */
  readonly facts: RawBuilder<unknown>;
}

/** What makes of SQL for rows (`name, said_by, at, link_key, click_id`) those that are asked for, each with the `value` that it is grouped by. */
async function valuesOf(
  reading: EventReading,
  { trx, window }: Moment,
  { by, of: { link, facts = {} } = {} }: EventNumbersQuestion,
  credits: CreditsQuestion,
): Promise<(rows: RawBuilder<unknown>) => RawBuilder<unknown>> {
  const { value, fact } = DIMENSIONS[by];
  const needed = [...new Set([...(fact ? [fact] : []), ...(Object.keys(facts) as Term[])])];
  const clicks = needed.length > 0 ? await readClicks(reading, trx, credits, needed) : undefined;
  const conditions = Object.entries(facts).map(
    ([term, text]) => sql`${sql.ref(`click.${term}`)} is not distinct from ${text}`,
  );
  if (link) conditions.push(sql`row.link_key = ${link.key}`);
  const links = link ? sql`(select * from links where key = ${link.key}) as links` : sql`links`;
  return (rows) => sql`
    select row.*, ${value(window.timeZone)} as value
    from (${rows}) as row left join ${links} on links.key = row.link_key
      ${clicks ? sql`left join ${clicks} as click using (click_id)` : sql``}
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`;
}

/** SQL: the clicks that may have the credit, with facts of theirs. By the install, events are credited by clicks of their own, too. */
async function readClicks(
  reading: EventReading,
  trx: Db,
  { kind, facts, ...which }: CreditsQuestion,
  needed: readonly Term[],
): Promise<RawBuilder<unknown>> {
  const own =
    kind === 'install'
      ? sql`union select click_id from ${await reading.events(trx, which)} as event where click_id is not null`
      : sql``;
  const candidates = sql`select click_id from (${facts}) as fact ${own}`;
  return reading.linksOfClicks(trx, which.project, candidates, needed);
}

/** Numbers of the rows of one value, by currency and whole. */
function sumsOfRows(
  rows: readonly Row[],
  cost: readonly RevenueSum[],
  only: Partial<Pick<EventSums, 'installs'>> = {},
): EventSums {
  const whole = rows.find((row) => row.whole);
  const { installs = whole?.installs ?? 0 } = only;
  const converted = whole?.converted ?? 0;
  const revenue = revenueByCurrency(rows.filter((row) => !row.whole)).map((sum) => ({
    ...sum,
    people: rows.find(({ currency }) => currency === sum.currency)!.people,
  }));
  return {
    events: whole?.events ?? 0,
    quantity: toNumber(BigInt(whole?.quantity ?? 0)),
    people: whole?.people ?? 0,
    revenue,
    cost: [...cost],
    return: returnOn(cost, revenue),
    installs,
    converted,
    conversion: installs === 0 ? null : converted / installs,
  };
}

type Group = EventSums & { readonly value: string | null };

/** By code points; what is not known comes last. */
function byText({ value: a }: Group, { value: b }: Group): number {
  if (a === b) return 0;
  return b === null || (a !== null && a < b) ? -1 : 1;
}

const byEvents = (a: Group, b: Group) =>
  b.events - a.events || b.installs - a.installs || byText(a, b);

/** What links and folders are called. */
async function findTitles(
  db: Db,
  project: Pick<Project, 'id'>,
  by: EventDimension,
  groups: readonly Group[],
): Promise<ReadonlyMap<string | null, string>> {
  const { titles } = DIMENSIONS[by];
  const ids = groups.flatMap(({ value }) => value ?? []);
  if (titles === undefined || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    ${titles} where id = any(${ids}::uuid[]) and project_id = ${project.id}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
