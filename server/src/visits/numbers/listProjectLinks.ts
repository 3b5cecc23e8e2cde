import type { LinkStats } from '@fairlead/contract/resources';
import { type RawBuilder, sql } from 'kysely';
import type { Link } from '#links/link/Link.ts';
import { readLink } from '#links/link/Link.ts';
import type { LinkQuery } from '#links/finding/LinkQuery.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickFacts } from '../clicks/facts/Click.ts';
import type { Reading } from './openNumbers.ts';
import { COUNT_CREDITS, renderTotals, type Totals } from './linkTotals.ts';
import { inRange } from '#platform/db/inRange.ts';
import { isId, readCursor, writeCursor } from '#platform/lib/cursor.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { countMatches, linksWhere } from '#links/finding/linkFilter.ts';

interface ListedLink {
  readonly link: Link;
  readonly host: string;
  readonly stats: LinkStats;
  readonly deletedAt: Date | null;
}

export interface LinkPage {
  readonly links: readonly ListedLink[];
  /** The number of links that match, on all pages. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** What clicks are counted, if not all: those with these facts. */
interface Counted {
  readonly facts?: ClickFacts | undefined;
}

/** Where a page ended: its last link's sort value as text, and id. */
type Position = readonly [value: string, id: string];

type Row = Parameters<typeof readLink>[0] &
  Totals & {
    readonly host: string;
    readonly sort: string;
    readonly total: number;
    readonly deleted_at: Date | null;
  };

/**
 * A page of the project's links with their numbers, lifetime or within a time range. A single pass over
 * the project's links filters, counts and sorts: 100,000 of them take about 100 ms
 * (docs/dashboard.md).
 */
export async function listProjectLinks(
  reading: Pick<Reading, 'db' | 'countLinks' | 'ofClicksWith'>,
  project: Project,
  query: LinkQuery & Counted,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<LinkPage> {
  const after = page.cursor === undefined ? undefined : readPosition(page.cursor, query);
  const { rows } = await select(reading, project, query, page.limit + 1, after);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const more = rows.length > page.limit && last !== undefined;
  return {
    links: shown.map((row) => ({
      link: readLink(row),
      host: row.host,
      stats: renderTotals(row),
      deletedAt: row.deleted_at,
    })),
    total: rows[0] ? rows[0].total : after ? await countMatches(reading.db, project, query) : 0,
    nextCursor: more ? writeCursor([orderOf(query), last.sort, last.id]) : null,
  };
}

async function select(
  reading: Pick<Reading, 'db' | 'countLinks' | 'ofClicksWith'>,
  project: Project,
  query: LinkQuery & Counted,
  limit: number,
  after: Position | undefined,
) {
  const numbers = await numbersOf(reading, project, query);
  const { type, value } = SORTS[query.sortBy];
  const direction = sql.raw(query.sortOrder);
  const beyond = sql.raw(query.sortOrder === 'asc' ? '>' : '<');
  const seek = after
    ? sql`where (sort, id) ${beyond} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`
    : sql``;
  // The first pass joins only what the order needs; the database skips the rest of the join.
  return sql<Row>`
    with matched as materialized (
      select links.id, links.key, ${value(numbers)} as sort
      from links ${joinNumbers(numbers, project)}
      where ${linksWhere(project.id, query)}
    ),
    page as materialized (
      select * from matched ${seek} order by sort ${direction}, id ${direction} limit ${limit}
    )
    select links.*, domains.host, page.sort::text as sort,
           (select count(*) from matched) as total, ${numbers.clicks} as clicks,
           ${numbers.previews} as previews, ${numbers.bots} as bots, ${numbers.opens} as opens,
           fact.installs, fact.returning_users, fact.attributed_clicks,
           ${numbers.lastClickedAt} as last_clicked_at
    from page
    join links on links.id = page.id
    join domains on domains.id = links.domain_id
    ${joinNumbers(numbers, project, sql`select key from page`)}
    order by page.sort ${direction}, page.id ${direction}`.execute(reading.db);
}

type Sort = {
  readonly type: string;
  readonly value: (numbers: Numbers) => RawBuilder<unknown>;
};
const SORTS: Readonly<Record<LinkQuery['sortBy'], Sort>> = {
  createdAt: { type: 'timestamptz', value: () => sql`links.created_at` },
  clickCount: { type: 'bigint', value: ({ clicks }) => sql`coalesce(${clicks}, 0)` },
  installCount: { type: 'bigint', value: () => sql`coalesce(fact.installs, 0)` },
  name: { type: 'text', value: () => sql`lower(coalesce(links.name, ''))` },
  lastClickedAt: {
    type: 'timestamptz',
    value: ({ lastClickedAt }) => sql`coalesce(${lastClickedAt}, '-infinity'::timestamptz)`,
  },
  deletedAt: {
    type: 'timestamptz',
    value: () => sql`coalesce(links.deleted_at, '-infinity'::timestamptz)`,
  },
};

/** SQL: where links' numbers come from, and expressions for them. */
interface Numbers {
  /** Joins to add to `links`; `keys` selects the links needed, if not all of the project are. */
  join(keys?: RawBuilder<unknown>): RawBuilder<unknown>;
  readonly clicks: RawBuilder<unknown>;
  readonly previews: RawBuilder<unknown>;
  readonly bots: RawBuilder<unknown>;
  readonly opens: RawBuilder<unknown>;
  readonly lastClickedAt: RawBuilder<unknown>;
  /** A condition on `attribution_facts`. */
  readonly credits: RawBuilder<unknown>;
}

async function numbersOf(
  reading: Pick<Reading, 'db' | 'countLinks' | 'ofClicksWith'>,
  project: Project,
  { active, facts }: LinkQuery & Counted,
): Promise<Numbers> {
  return active.from || active.to || facts
    ? numbersWithin(reading, project, active, facts)
    : NUMBERS_OF_LIFE;
}

/** SQL: the same, and what the links are credited with (`fact`). */
function joinNumbers(
  numbers: Numbers,
  project: Project,
  keys?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = keys ? sql`link_key in (${keys})` : sql`project_id = ${project.id}::uuid`;
  return sql`${numbers.join(keys)}
    left join (
      select link_key, ${COUNT_CREDITS} from attribution_facts
      where ${wanted} and ${numbers.credits} group by link_key
    ) as fact on fact.link_key = links.key`;
}

const NUMBERS_OF_LIFE: Numbers = {
  join: () => sql`left join link_counters as counter on counter.link_key = links.key`,
  clicks: sql`counter.clicks`,
  previews: sql`counter.previews`,
  bots: sql`counter.bots`,
  opens: sql`counter.opens`,
  lastClickedAt: sql`counter.last_clicked_at`,
  credits: sql`true`,
};

async function numbersWithin(
  reading: Pick<Reading, 'db' | 'countLinks' | 'ofClicksWith'>,
  project: Project,
  range: TimeRange,
  facts: ClickFacts | undefined,
): Promise<Numbers> {
  const counts = await reading.countLinks({ project }, range, facts);
  const credited = sql`select click_id from attribution_facts
    where project_id = ${project.id}::uuid and ${inRange('at', range)}`;
  const only = facts && (await reading.ofClicksWith(reading.db, project, facts, credited));
  return {
    join: (keys) => sql`
      left join ${counts.clicks(keys)} as click on click.link_key = links.key
      left join ${counts.opens(keys)} as open on open.link_key = links.key`,
    clicks: sql`click.clicks`,
    previews: sql`click.previews`,
    bots: sql`click.bots`,
    opens: sql`open.opens`,
    lastClickedAt: sql`click.last_clicked_at`,
    credits: only ? sql`${inRange('at', range)} and ${only}` : inRange('at', range),
  };
}

/** The position in a cursor, which must be from a list in the same order. */
function readPosition(cursor: string, query: LinkQuery & Counted): Position {
  const [, value = '', id = ''] = readCursor(
    cursor,
    ([order, place = '', link = '', ...more]) =>
      order === orderOf(query) && fits(query.sortBy, place) && isId(link) && more.length === 0,
  );
  return [value, id];
}

/** What decides the order of the list: also the range in which is counted, if it is ordered by a number. */
function orderOf({ sortBy, sortOrder, active, facts }: LinkQuery & Counted): string {
  const range = ORDERED_BY_RANGE.has(sortBy) ? [active.from, active.to] : [];
  const only = facts && range.length > 0 ? [JSON.stringify(facts)] : [];
  return [sortBy, sortOrder, ...range.map((at) => at?.toISOString() ?? ''), ...only].join(' ');
}

const ORDERED_BY_RANGE = new Set<LinkQuery['sortBy']>([
  'clickCount',
  'installCount',
  'lastClickedAt',
]);

function fits(sortBy: LinkQuery['sortBy'], value: string): boolean {
  switch (sortBy) {
    case 'clickCount':
    case 'installCount':
      return /^\d{1,15}$/.test(value);
    case 'name':
      return !value.includes('\u0000');
    default:
      return value === '-infinity' || !Number.isNaN(Date.parse(value));
  }
}
