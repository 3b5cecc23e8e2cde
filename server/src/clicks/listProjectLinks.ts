import type { LinkStats } from '@fairlead/contract/resources';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import type { Link } from '../links/Link.ts';
import { readLink } from '../links/Link.ts';
import type { LinkQuery } from '../links/LinkQuery.ts';
import type { Project } from '../projects/Project.ts';
import { COUNT_CREDITS, COUNT_KINDS, renderTotals, type Totals } from './linkTotals.ts';

export interface ListedLink {
  readonly link: Link;
  readonly host: string;
  readonly stats: LinkStats;
}

export interface LinkPage {
  readonly links: readonly ListedLink[];
  /** Links that match, over all pages. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Where a page ended: the sort value of its last link as text, and its id. */
type Position = readonly [value: string, id: string];

type Row = Parameters<typeof readLink>[0] &
  Totals & { readonly host: string; readonly sort: string; readonly total: number };

/**
 * A page of the project's links with their numbers, lifetime or of a window. One pass over the project's
 * links finds, counts and sorts: 100,000 of them take about 100 ms (docs/dashboard-api.md).
 */
export function listProjectLinks(
  db: Kysely<Database>,
  project: Project,
  query: LinkQuery,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<LinkPage> {
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor, query);
  // Totals and the rows that they do not hold yet must be of one moment.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await select(trx, project, query, page.limit + 1, after);
      const shown = rows.slice(0, page.limit);
      const last = shown.at(-1);
      const more = rows.length > page.limit && last !== undefined;
      return {
        links: shown.map((row) => ({
          link: readLink(row),
          host: row.host,
          stats: renderTotals(row),
        })),
        total: rows[0] ? rows[0].total : after ? await countMatches(trx, project, query) : 0,
        nextCursor: more ? writeCursor(query, [last.sort, last.id]) : null,
      };
    });
}

async function select(
  db: Transaction<Database>,
  project: Project,
  query: LinkQuery,
  limit: number,
  after: Position | undefined,
) {
  const counted = await numbersOf(db, project, query);
  const { type, value } = SORTS[query.sortBy];
  const direction = sql.raw(query.sortOrder);
  const beyond = sql.raw(query.sortOrder === 'asc' ? '>' : '<');
  const seek = after
    ? sql`where (sort, id) ${beyond} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`
    : sql``;
  return sql<Row>`
    with counted as (${counted}),
    matched as materialized (
      select links.id, links.key, ${value} as sort
      from links left join counted on counted.link_key = links.key
      where ${matching(project, query)}
    ),
    page as (
      select * from matched ${seek} order by sort ${direction}, id ${direction} limit ${limit}
    )
    select links.*, domains.host, page.sort::text as sort,
           (select count(*) from matched) as total,
           counted.clicks, counted.previews, counted.bots, counted.opens, counted.installs,
           counted.returning_users, counted.attributed_clicks, counted.last_clicked_at
    from page
    join links on links.id = page.id
    join domains on domains.id = links.domain_id
    left join counted on counted.link_key = page.key
    order by page.sort ${direction}, page.id ${direction}`.execute(db);
}

const SORTS: Record<LinkQuery['sortBy'], { type: string; value: RawBuilder<unknown> }> = {
  createdAt: { type: 'timestamptz', value: sql`links.created_at` },
  clickCount: { type: 'bigint', value: sql`coalesce(counted.clicks, 0)` },
  name: { type: 'text', value: sql`lower(coalesce(links.name, ''))` },
  lastClickedAt: {
    type: 'timestamptz',
    value: sql`coalesce(counted.last_clicked_at, '-infinity'::timestamptz)`,
  },
};

function matching(project: Project, { search, createdFrom, createdTo }: LinkQuery) {
  const conditions = [
    sql`links.project_id = ${project.id}`,
    sql`links.deleted_at is null`,
    ...(createdFrom ? [sql`links.created_at >= ${createdFrom}`] : []),
    ...(createdTo ? [sql`links.created_at < ${createdTo}`] : []),
    ...(search ? [sql`links.search_text like lower(${patternOf(search)})`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** The text itself, whatever it has of LIKE's own signs. */
function patternOf(search: string): string {
  return `%${search.replaceAll('\u0000', '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** SQL: numbers by link, of the whole life or of a window. */
async function numbersOf(db: Transaction<Database>, project: Project, query: LinkQuery) {
  if (query.activeFrom || query.activeTo) return numbersOfWindow(project, query);
  const { merged } = await db.selectFrom('click_merge').select('merged').executeTakeFirstOrThrow();
  return numbersOfLife(project, merged);
}

/** Totals are kept ready; what they do not hold yet are the rows of the last seconds (ADR 7). */
function numbersOfLife(project: Project, merged: string) {
  return sql`
    select links.key as link_key,
           coalesce(counter.clicks, 0) + coalesce(tail.clicks, 0) as clicks,
           coalesce(counter.previews, 0) + coalesce(tail.previews, 0) as previews,
           coalesce(counter.bots, 0) + coalesce(tail.bots, 0) as bots,
           coalesce(counter.opens, 0) + coalesce(tail.opens, 0) as opens,
           fact.installs, fact.returning_users, fact.attributed_clicks,
           greatest(counter.last_clicked_at, tail.last_clicked_at) as last_clicked_at
    from links
    left join link_counters as counter on counter.link_key = links.key
    left join (
      select link_key, ${COUNT_KINDS}, count(*) filter (where kind = 0) as opens
      from (
        select link_key, kind, clicked_at from clicks where id >= ${merged}::uuid
        union all
        select link_key, kind, clicked_at from late_clicks where id < ${merged}::uuid
        union all
        select link_key, 0, null from opens where click_id >= ${merged}::uuid
        union all
        select link_key, 0, null from late_opens where click_id < ${merged}::uuid
      ) as unmerged group by link_key
    ) as tail on tail.link_key = links.key
    left join (
      select link_key, ${COUNT_CREDITS} from attribution_facts
      where project_id = ${project.id} group by link_key
    ) as fact on fact.link_key = links.key
    where links.project_id = ${project.id} and links.deleted_at is null`;
}

/** Counted from the project's rows in the window. */
function numbersOfWindow(project: Project, { activeFrom, activeTo }: LinkQuery) {
  const ofProject = sql`link_key in (select key from links where project_id = ${project.id})`;
  const within = (column: string, bound = (at: Date): unknown => at) =>
    sql.join(
      [
        ...(activeFrom ? [sql`${sql.ref(column)} >= ${bound(activeFrom)}`] : []),
        ...(activeTo ? [sql`${sql.ref(column)} < ${bound(activeTo)}`] : []),
      ],
      sql` and `,
    );
  // Ids begin with their time, which leaves whole partitions out.
  const bounds = (id: string, time: string) =>
    sql`${within(id, (at) => lowestIdAt(at.getTime()))} and ${within(time)}`;
  return sql`
    select links.key as link_key, click.clicks, click.previews, click.bots, open.opens,
           fact.installs, fact.returning_users, fact.attributed_clicks, click.last_clicked_at
    from links
    left join (
      select link_key, ${COUNT_KINDS} from clicks
      where ${bounds('id', 'clicked_at')} and ${ofProject} group by link_key
    ) as click on click.link_key = links.key
    left join (
      select link_key, count(*) as opens from opens
      where ${bounds('click_id', 'opened_at')} and ${ofProject} group by link_key
    ) as open on open.link_key = links.key
    left join (
      select link_key, ${COUNT_CREDITS} from attribution_facts
      where project_id = ${project.id} and ${within('at')} group by link_key
    ) as fact on fact.link_key = links.key
    where links.project_id = ${project.id} and links.deleted_at is null`;
}

async function countMatches(db: Db, project: Project, query: LinkQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from links where ${matching(project, query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function writeCursor({ sortBy, sortOrder }: LinkQuery, position: Position): string {
  return Buffer.from(JSON.stringify([sortBy, sortOrder, ...position])).toString('base64url');
}

function readCursor(cursor: string, query: LinkQuery): Position {
  const parts = parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [sortBy, sortOrder, value, id] = parts;
  if (
    sortBy !== query.sortBy ||
    sortOrder !== query.sortOrder ||
    typeof value !== 'string' ||
    typeof id !== 'string' ||
    !fits(query.sortBy, value) ||
    !/^[0-9a-f-]{36}$/.test(id)
  ) {
    throw new Problem('VALIDATION_ERROR', 'cursor must be nextCursor of a page in the same order');
  }
  return [value, id];
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function fits(sortBy: LinkQuery['sortBy'], value: string): boolean {
  switch (sortBy) {
    case 'clickCount':
      return /^\d{1,15}$/.test(value);
    case 'name':
      return !value.includes('\u0000');
    default:
      return value === '-infinity' || !Number.isNaN(Date.parse(value));
  }
}
