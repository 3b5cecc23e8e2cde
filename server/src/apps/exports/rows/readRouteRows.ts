import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { type BoundedRange, readRange, type TimeRange } from '#platform/lib/timeRange.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { type Link, LINK_COLUMNS, readLink } from '#links/link/Link.ts';
import { listRoutes } from '#visits/decision/results/getLinkResults.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import type { ExportFilters } from '../Export.ts';
import { type Line, writeLines } from './writeLines.ts';
import { type Page, wantedLinks } from './readRows.ts';

interface Stores {
  readonly trx: Transaction<Database>;
  readonly reading: Pick<Reading, 'countRoutes'>;
}

/** Links whose numbers are asked for before their lines are written. */
const TOGETHER = 100;

/** Those that have rules or variants, or had some as far as their history goes back. */
function ruledLinks(projectId: string, filters: ExportFilters) {
  return sql<boolean>`${wantedLinks(projectId, filters)}
    and (
      links.rules is not null or links.variants is not null
      or exists (select from link_changes where link_id = links.id and after ?| '{rules,variants}')
    )`;
}

/** How many links an export of routes has rows of. */
export async function countRuledLinks(
  trx: Transaction<Database>,
  projectId: string,
  filters: ExportFilters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from links where ${ruledLinks(projectId, filters)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The rows of the file, link by link, the newest first; rules and variants without visits are included with zeros. */
export async function* readRouteRows(
  { trx, reading }: Stores,
  projectId: string,
  filters: ExportFilters,
  linkUrlTemplate: string,
): AsyncGenerator<Page> {
  const window = readRange(filters.activeAfter, filters.activeBefore);
  const now = new Date();
  for await (const links of listLinks(trx, projectId, filters)) {
    const lines: Line[] = [];
    for (const { host, link } of links) {
      const range = boundsOf(window, link, now);
      const shortUrl = fillLinkTemplate(linkUrlTemplate, host, link.slug);
      for (const route of listRoutes(link, await reading.countRoutes(trx, link, range))) {
        const { kind, name, current, clicks, people, opens, installs } = route;
        const numbers = [clicks, people, opens, installs];
        const texts = [link.name, link.slug, shortUrl, kind, name, current ? 'yes' : 'no'];
        lines.push([...texts, ...numbers, range.from.toISOString(), range.to.toISOString()]);
      }
    }
    yield { text: await writeLines(trx, lines), rows: lines.length };
  }
}

function boundsOf({ from, to }: TimeRange, { createdAt }: Link, now: Date): BoundedRange {
  const end = to ?? now;
  const start = from ?? createdAt;
  return { from: start < end ? start : end, to: end };
}

async function* listLinks(trx: Transaction<Database>, projectId: string, filters: ExportFilters) {
  let after = sql<boolean>`true`;
  for (;;) {
    const rows = await trx
      .selectFrom('links')
      .innerJoin('domains', 'domains.id', 'links.domain_id')
      .select(LINK_COLUMNS.map((column) => `links.${column}` as const))
      .select('domains.host')
      .where('links.project_id', '=', projectId)
      .where(ruledLinks(projectId, filters))
      .where(after)
      .orderBy('links.id', 'desc')
      .limit(TOGETHER)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ host, ...row }) => ({ host, link: readLink(row) }));
    after = sql<boolean>`links.id < ${last.id}`;
  }
}
