import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { LinkNumbers } from '#visits/numbers/ClickStore.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import type { ExportFilters } from '../Export.ts';
import { LINK_TOP_FIELDS } from '#visits/clicks/facts/Click.ts';
import { COUNT_CREDITS } from '#visits/numbers/linkTotals.ts';
import { readRange, type TimeRange } from '#platform/lib/timeRange.ts';
import { linksWhere, readLinkFilter } from '#links/finding/linkFilter.ts';

/** Rows per fetch: about 200 KB in one piece, so that memory and the event loop stay free for others. */
const PAGE = 1000;
/** Number of lines that take about as long to write as a pause. */
const LINES_BETWEEN = 400;

const ORDER: Readonly<Record<NonNullable<ExportFilters['sortBy']>, string>> = {
  createdAt: 'links.created_at',
  clickCount: 'coalesce(numbers.clicks, 0)',
  installCount: 'coalesce(credited.installs, 0)',
  name: `lower(coalesce(links.name, '')) collate "C"`,
  lastClickedAt: 'numbers.last_clicked_at',
};

/** SQL: the cells of a link's most common values, each with the comma behind it. */
const TOP_CELLS = sql.raw(LINK_TOP_FIELDS.map((name) => `"${name}".cell, ','`).join(', '));
const TOP_JOINS = sql.raw(
  LINK_TOP_FIELDS.map(
    (name) => `left join word_cells as "${name}" on "${name}".code = numbers."${name}"`,
  ).join(' '),
);

/** How many links an export would have. */
export async function countLinks(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from links where ${wantedLinks(projectId, filters)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Keys of links, as PostgreSQL writes an array: they only go back to it. */
interface Keys {
  readonly keys: string;
  readonly count: number;
}

/** The statement that joins them is planned for as many links as there are. */
async function findKeys(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
): Promise<Keys> {
  const { rows } = await sql<Keys>`
    select coalesce(array_agg(key), '{}')::text as keys, count(*) as count
    from links where ${wantedLinks(projectId, filters)}`.execute(trx);
  return rows[0]!;
}

export function wantedLinks(projectId: string, filters: ExportFilters) {
  return linksWhere(projectId, readLinkFilter(filters));
}

interface Stores {
  readonly trx: Transaction<Database>;
  readonly reading: Pick<Reading, 'readLinkNumbers'>;
}

/** Part of the file, and how many rows it has. */
export interface Page {
  readonly text: string;
  readonly rows: number;
}

/**
 * The rows of the file, page by page from a cursor, in the order asked for; links without a click in the
 * time range are included with zeros. The database formats the lines, to save the work in a process that
 * also redirects. The transaction has to be repeatable read; nothing is written in it, not even a temporary table, so that
 * a replica can answer.
 */
export async function* readRows(
  { trx, reading }: Stores,
  projectId: string,
  filters: ExportFilters,
  linkUrlTemplate: string,
): AsyncGenerator<Page> {
  const window = readRange(filters.activeAfter, filters.activeBefore);
  const links = await findKeys(trx, projectId, filters);
  const wanted = { project: { id: projectId }, count: links.count };
  const numbers = await reading.readLinkNumbers(trx, wanted, window);
  await openCursor(trx, { links, filters, window, linkUrlTemplate, numbers });
  for (;;) {
    const { rows } = await sql<Page>`fetch 1 from export_pages`.execute(trx);
    const page = rows[0];
    if (page === undefined) return;
    yield page;
    await numbers.throttle.rest();
  }
}

interface Cursor {
  readonly links: Keys;
  readonly filters: ExportFilters;
  readonly window: TimeRange;
  readonly linkUrlTemplate: string;
  readonly numbers: LinkNumbers;
}

async function openCursor(
  trx: Transaction<Database>,
  { links, filters, window, linkUrlTemplate, numbers: { relation, throttle } }: Cursor,
): Promise<void> {
  const order = sql.raw(ORDER[filters.sortBy ?? 'createdAt']);
  const direction = sql.raw(filters.sortOrder === 'asc' ? 'asc' : 'desc');
  const after = window.from ? sql`and at >= ${window.from}` : sql``;
  const before = window.to ? sql`and at < ${window.to}` : sql``;
  await sql`set local work_mem = '64MB'`.execute(trx);
  // All rows are needed, not the first few quickly.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare export_pages no scroll cursor for
    with wanted_links as materialized (select unnest(${links.keys}::bigint[]) as link_key),
    credits as materialized (
      select link_key, ${COUNT_CREDITS}
      from attribution_facts join wanted_links using (link_key)
      where true ${after} ${before}
      group by link_key
    ),
    word_cells as materialized (select code, csv_cell(term) as cell from click_terms)
    select string_agg(line, '' order by place) as text, count(*) as rows from (
    select row_number() over (
             order by ${order} ${direction} nulls last, links.created_at desc, links.id desc
           ) - 1 as place,
           concat(
             csv_cell(links.name), ',', links.type, ',', csv_cell(links.slug), ',',
             csv_cell(${shortUrlOf(linkUrlTemplate)}),
             ',', ${isoTime('links.created_at')}, ',', coalesce(numbers.clicks, 0), ',',
             coalesce(credited.installs, 0), ',', coalesce(credited.returning_users, 0), ',',
             coalesce(credited.attributed_clicks, 0), ',', ${TOP_CELLS}, ${isoTime('numbers.last_clicked_at')}, ',',
             ${window.from?.toISOString() ?? ''}::text, ',', ${window.to?.toISOString() ?? ''}::text,
             chr(13), chr(10), case when ${sql.raw(throttle.afterRows(LINES_BETWEEN))} then '' end
           ) as line
    from wanted_links join links on links.key = wanted_links.link_key
      join domains on domains.id = links.domain_id
      left join ${relation} as numbers on numbers.link_key = links.key
      ${TOP_JOINS}
      left join credits as credited on credited.link_key = links.key
    ) as placed
    group by place / ${sql.lit(PAGE)} order by place / ${sql.lit(PAGE)}`.execute(trx);
}

/** SQL: the short URL of a link, beside its domain. */
export function shortUrlOf(linkUrlTemplate: string): RawBuilder<string> {
  return sql<string>`replace(replace(${linkUrlTemplate}, '{host}', domains.host), '{slug}', links.slug)`;
}

/** SQL: a time in ISO 8601, UTC. */
function isoTime(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
