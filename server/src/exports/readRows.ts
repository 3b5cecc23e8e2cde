import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { linksWhere } from '../analytics/linksWhere.ts';
import { makeLinkNumbers } from '../analytics/makeLinkNumbers.ts';
import { fillLinkTemplate } from '../lib/fillLinkTemplate.ts';
import type { ExportFilters } from './Export.ts';
import type { CsvCell } from './renderCsv.ts';

/** Rows a fetch: a few milliseconds of the event loop, so that redirects beside it are not held up. */
const PAGE = 500;

interface LinkRow {
  readonly name: string | null;
  readonly type: string;
  readonly slug: string;
  readonly host: string;
  readonly created_at: Date;
  readonly clicks: number;
  readonly installs: number;
  readonly returning_users: number;
  readonly attributed_clicks: number;
  readonly device: number | null;
  readonly os: number | null;
  readonly browser: number | null;
  readonly country: number | null;
  readonly last_clicked_at: Date | null;
}

const ORDER: Readonly<Record<NonNullable<ExportFilters['sortBy']>, string>> = {
  createdAt: 'links.created_at',
  clickCount: 'coalesce(numbers.clicks, 0)',
  name: `lower(coalesce(links.name, '')) collate "C"`,
  lastClickedAt: 'numbers.last_clicked_at',
};

/** How many links an export would have. */
export async function countLinks(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from links where ${linksWhere(projectId, filters)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * The rows of the file, page by page from a cursor, in the order asked for; links without a click in the
 * window come with zeros. The transaction has to be repeatable read.
 */
export async function* readRows(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
  linkUrlTemplate: string,
): AsyncGenerator<CsvCell[][]> {
  const window = {
    from: filters.activeAfter === undefined ? undefined : new Date(filters.activeAfter),
    to: filters.activeBefore === undefined ? undefined : new Date(filters.activeBefore),
  };
  await makeLinkNumbers(trx, linksWhere(projectId, filters), window);
  const words = await readWords(trx);
  const cells = (row: LinkRow): CsvCell[] => [
    row.name,
    row.type,
    row.slug,
    fillLinkTemplate(linkUrlTemplate, row.host, row.slug),
    row.created_at.toISOString(),
    row.clicks,
    row.installs,
    row.returning_users,
    row.attributed_clicks,
    ...[row.device, row.os, row.browser, row.country].map((code) => words.get(code ?? 0) ?? null),
    row.last_clicked_at?.toISOString() ?? null,
    window.from?.toISOString() ?? null,
    window.to?.toISOString() ?? null,
  ];
  await openCursor(trx, projectId, filters, window);
  for (;;) {
    const { rows } = await sql<LinkRow>`fetch ${sql.lit(PAGE)} from export_rows`.execute(trx);
    if (rows.length === 0) return;
    yield rows.map(cells);
  }
}

async function openCursor(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
  window: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<void> {
  const order = sql.raw(ORDER[filters.sortBy ?? 'createdAt']);
  const direction = sql.raw(filters.sortOrder === 'asc' ? 'asc' : 'desc');
  const after = window.from ? sql`and at >= ${window.from}` : sql``;
  const before = window.to ? sql`and at < ${window.to}` : sql``;
  // All rows are wanted, not the first few soon.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare export_rows no scroll cursor for
    select links.name, links.type, links.slug, domains.host, links.created_at,
           coalesce(numbers.clicks, 0) as clicks,
           coalesce(credited.installs, 0) as installs,
           coalesce(credited.returning_users, 0) as returning_users,
           coalesce(credited.attributed_clicks, 0) as attributed_clicks,
           device, os, browser, country, numbers.last_clicked_at
    from links join domains on domains.id = links.domain_id
      left join link_numbers as numbers on numbers.link_key = links.key
      left join (
        select link_key,
               count(*) filter (where kind = 'install') as installs,
               count(*) filter (where kind = 'returning') as returning_users,
               count(*) filter (where kind = 'attributed') as attributed_clicks
        from link_credits
        where link_key in (select link_key from wanted_links) ${after} ${before}
        group by link_key
      ) as credited on credited.link_key = links.key
    where ${linksWhere(projectId, filters)}
    order by ${order} ${direction} nulls last, links.created_at desc, links.id desc`.execute(trx);
}

async function readWords(trx: Transaction<Database>): Promise<Map<number, string>> {
  const rows = await trx.selectFrom('click_terms').select(['code', 'term']).execute();
  return new Map(rows.map((row) => [row.code, row.term]));
}
