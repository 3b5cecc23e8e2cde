import type { ClientBase } from 'pg';
import { CLICK_KIND } from '../clicks/facts/Click.ts';
import {
  type BatchFacts,
  CLICK_COLUMNS,
  type CodedClick,
  EVENT_COLUMNS,
  EVENT_OWNER,
  OPEN_COLUMNS,
  QUERY_COLUMNS,
  REPORT_COLUMNS,
  SIGNAL_COLUMNS,
  STORED_COLUMNS,
} from '../clicks/facts/factColumns.ts';
import { addCounts, keepLastClick } from '../numbers/linkTotals.ts';
import { namesOf, type RowColumn, rowParameters } from '#platform/db/rowParameters.ts';
import type { LoadedBatch } from '../journal/createLoader.ts';

/** Where the rows of clicks are, as `deployment.clicks_in` says. */
type Store = 'postgresql' | 'clickhouse';

/** What the statement has to know of clicks whose rows are elsewhere. */
const ELSEWHERE: readonly RowColumn<CodedClick>[] = CLICK_COLUMNS.filter(({ name }) =>
  ['id', 'clicked_at', 'link_key', 'kind', 'opened'].includes(name),
);

/** SQL: the rows of `clicks` that are new; without rows in PostgreSQL the caller has found that out. */
const ADDED: Readonly<Record<Store, string>> = {
  postgresql: `
  insert into clicks (project_number, ${namesOf(STORED_COLUMNS)})
  select project_number, ${namesOf(STORED_COLUMNS)} from given
  on conflict do nothing
  returning id, clicked_at, link_key, project_number, kind`,
  clickhouse: 'select * from given',
};

/** SQL: days to which rows were added that PostgreSQL rolls up. */
const DAYS_OF_OPENS = `select date_trunc('day', opened_at, 'UTC') from opened`;
const NOTED_DAYS: Readonly<Record<Store, string>> = {
  postgresql: `select date_trunc('day', clicked_at, 'UTC') from added union ${DAYS_OF_OPENS}`,
  clickhouse: DAYS_OF_OPENS,
};

const clicksOfKind = (kind: keyof typeof CLICK_KIND) =>
  `count(*) filter (where kind = ${CLICK_KIND[kind]})`;

/** SQL: adds what attribution needs of clicks that are new. */
const addTraces = (table: string, columns: readonly RowColumn<never>[], relation: string) => `
  insert into ${table} (${namesOf(columns)})
  select ${namesOf(columns)} from ${relation}
  where click_id in (select id from added)
  on conflict do nothing`;

/**
 * The position of the journal moves with what was read before it, or nothing happens. What is there already is passed over,
 * and so do lifetime numbers: they count the rows that were added. Of a link whose project is gone nothing is kept. Rows are
 * locked in the order of their keys, so that several writers wait for each other and never in a circle.
 */
function writeStatement(store: Store, relations: Relations): string {
  return `
with moved as (
  update journals set position = $3, shipping_to = null, updated_at = now(),
         loaded_until = least(now(), greatest(loaded_until, $4::timestamptz))
  where id = $1 and position = $2 and (select clicks_in from deployment) = '${store}' returning id
), given as (
  select click.*, projects.number as project_number
  from ${relations.click}
    join links on links.key = link_key join projects on projects.id = links.project_id
  where exists (select from moved)
), added as (${ADDED[store]}
), opened as (
  insert into opens (click_id, opened_at, link_key, project_number)
  select id, clicked_at, link_key, project_number from given where opened
  union all
  select click_id, opened_at, link_key, projects.number
  from ${relations.open}
    join links on links.key = link_key join projects on projects.id = links.project_id
  where exists (select from moved)
  on conflict do nothing
  returning opened_at, link_key, project_number
), counted as (
  insert into link_counters as counter (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
  select project_number, link_key, ${clicksOfKind('click')}, ${clicksOfKind('preview')},
         ${clicksOfKind('bot')}, count(*) filter (where kind = 0),
         max(clicked_at) filter (where kind = ${CLICK_KIND.click})
  from (
    select project_number, link_key, kind, clicked_at from added
    union all
    select project_number, link_key, 0, null from opened
  ) as facts
  group by project_number, link_key
  order by link_key
  on conflict (link_key) do update set
    ${addCounts('counter')}, ${keepLastClick('counter')}
), signalled as (${addTraces('click_signals', SIGNAL_COLUMNS, relations.signals)}
), forwarded as (${addTraces('click_queries', QUERY_COLUMNS, relations.query)}
), reported as (
  insert into click_reports as known (${namesOf(REPORT_COLUMNS)})
  select ${namesOf(REPORT_COLUMNS)} from ${relations.report}
  where exists (select from moved)
  order by click_id
  on conflict (click_id) do update set
    screen = coalesce(excluded.screen, known.screen),
    time_zone = coalesce(excluded.time_zone, known.time_zone),
    language = coalesce(excluded.language, known.language),
    touches = excluded.touches or known.touches
)
select (select count(*) from moved)::integer as moved, note_days(array(${NOTED_DAYS[store]}))`;
}

/** SQL: the rows that the parameters hold. */
type Relations = Readonly<Record<'click' | 'open' | 'signals' | 'query' | 'report', string>>;

const GIVEN_EVENT = [EVENT_OWNER, ...EVENT_COLUMNS];
/**
 * The events of a batch, which are where clicks are: a statement of its own, so that nobody else's batches pay for it and a node that has none needs no right to the
 * table. Of a project that is gone nothing is kept. What a server or a source says takes the place of what an app said (Rule: events 15),
 * whichever is loaded first.
 */
const WRITE_EVENTS = `
insert into events as known (project_number, ${namesOf(EVENT_COLUMNS)})
select projects.number, ${EVENT_COLUMNS.map(({ name }) => `given.${name}`).join(', ')}
from ${rowParameters('given', GIVEN_EVENT, 1)} join projects on projects.id = given.project_id
order by projects.number, given.event_id
on conflict on constraint events_pkey do update set
  ${EVENT_COLUMNS.map(({ name }) => `${name} = excluded.${name}`).join(', ')}, link_key = null
  where known.from_app and not excluded.from_app`;

type Write = (
  client: ClientBase,
  batch: Omit<LoadedBatch, 'records'>,
  facts: BatchFacts,
) => Promise<boolean>;

/**
 * Makes the statement that writes a batch: its rows with the numbers they count in, and the journal's new position. It resolves
 * to false, and nothing has changed, where the journal stands elsewhere. `client` is in a transaction.
 */
export function createFactWriter(store: Store): Write {
  const clickColumns = store === 'postgresql' ? CLICK_COLUMNS : ELSEWHERE;
  let next = 5;
  const relation = (alias: string, columns: readonly RowColumn<never>[]) => {
    const first = next;
    next += columns.length;
    return rowParameters(alias, columns, first);
  };
  const text = writeStatement(store, {
    click: relation('click', clickColumns),
    open: relation('open', OPEN_COLUMNS),
    signals: relation('signals', SIGNAL_COLUMNS),
    query: relation('query', QUERY_COLUMNS),
    report: relation('report', REPORT_COLUMNS),
  });
  return async (client, { journalId, from, to, until }, { clicks, opens, reports, events }) => {
    const signalled = clicks.flatMap((click) =>
      click.signals === null ? [] : [{ click, signals: click.signals }],
    );
    const forwarding = clicks.filter((click) => click.forwarded !== null);
    const { rows } = await client.query<{ moved: number }>({
      name: `write-facts-${store}`,
      text,
      values: [
        journalId,
        from,
        to,
        until,
        ...clickColumns.map((each) => each.values(clicks)),
        ...OPEN_COLUMNS.map((each) => each.values(opens)),
        ...SIGNAL_COLUMNS.map((each) => each.values(signalled)),
        ...QUERY_COLUMNS.map((each) => each.values(forwarding)),
        ...REPORT_COLUMNS.map((each) => each.values(reports)),
      ],
    });
    if (rows[0]?.moved !== 1) return false;
    if (store === 'postgresql' && events.length > 0) {
      const values = GIVEN_EVENT.map((each) => each.values(events));
      await client.query({ name: 'write-events', text: WRITE_EVENTS, values });
    }
    return true;
  };
}
