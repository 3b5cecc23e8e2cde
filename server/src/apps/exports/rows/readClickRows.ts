import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { readRange } from '#platform/lib/timeRange.ts';
import { COUNTED_FIELDS } from '#visits/clicks/facts/Click.ts';
import { readFacts } from '#visits/numbers/chooseWindow.ts';
import type { StreamedClick } from '#visits/numbers/ClickStore.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import type { ExportFilters } from '../Export.ts';
import { type Page, shortUrlOf } from './readRows.ts';

interface Stores {
  readonly trx: Transaction<Database>;
  readonly reading: Pick<Reading, 'streamClicks'>;
}

/** Texts whose cells are kept: all those of most projects, and some megabytes at most. */
const MAX_CELLS = 50_000;

/** The rows of the file, the oldest click first: of all clicks whose rows are kept, without their visitors. */
export async function* readClickRows(
  { trx, reading }: Stores,
  projectId: string,
  filters: ExportFilters,
  linkUrlTemplate: string,
): AsyncGenerator<Page> {
  const cells = createCells(trx);
  const clicks = reading.streamClicks(trx, {
    scope: { project: { id: projectId }, link: await findKey(trx, projectId, filters.linkId) },
    facts: readFacts(filters),
    range: readRange(filters.activeAfter, filters.activeBefore),
  });
  for await (const page of clicks) {
    const cellOf = await cells(page.flatMap((click) => COUNTED_FIELDS.map((name) => click[name])));
    const links = await findLinks(trx, projectId, page, linkUrlTemplate);
    const outcomes = await findOutcomes(trx, page);
    const lines = page.map((click) =>
      [
        click.at.toISOString(),
        links.get(click.linkKey) ?? ',,',
        click.kind,
        ...COUNTED_FIELDS.map((name) => cellOf(click[name])),
        outcomes.opened.has(click.id) ? 'yes' : 'no',
        outcomes.installed.has(click.id) ? 'yes' : 'no',
      ].join(','),
    );
    yield { text: lines.map((line) => `${line}\r\n`).join(''), rows: lines.length };
  }
}

/** Undefined: all links. */
async function findKey(trx: Transaction<Database>, projectId: string, linkId: string | undefined) {
  if (linkId === undefined) return undefined;
  return trx
    .selectFrom('links')
    .select('key')
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow();
}

/** Cells of texts; the database defuses them, here as in the export of links. */
function createCells(trx: Transaction<Database>) {
  const cells = new Map<string, string>();
  return async (texts: readonly (string | null)[]): Promise<(text: string | null) => string> => {
    if (cells.size > MAX_CELLS) cells.clear();
    const missing = [...new Set(texts)].filter((text) => text !== null && !cells.has(text));
    if (missing.length > 0) {
      const { rows } = await sql<{ text: string; cell: string }>`
        select text, csv_cell(text) as cell from unnest(${missing}::text[]) as texts (text)`.execute(
        trx,
      );
      for (const { text, cell } of rows) cells.set(text, cell);
    }
    return (text) => (text === null ? '' : (cells.get(text) ?? ''));
  };
}

/** The cells of links by their keys: Link ID, Slug, Short URL. */
async function findLinks(
  trx: Transaction<Database>,
  projectId: string,
  page: readonly StreamedClick[],
  linkUrlTemplate: string,
): Promise<Map<number, string>> {
  const keys = [...new Set(page.map(({ linkKey }) => linkKey))];
  const { rows } = await sql<{ key: number; cells: string }>`
    select links.key,
           concat(links.id, ',', csv_cell(links.slug), ',', csv_cell(${shortUrlOf(linkUrlTemplate)})) as cells
    from links join domains on domains.id = links.domain_id
    where links.project_id = ${projectId}::uuid and links.key = any(${keys}::bigint[])`.execute(
    trx,
  );
  return new Map(rows.map(({ key, cells }) => [key, cells]));
}

/** Which of the clicks have opened the app, and which were credited with an install. */
async function findOutcomes(trx: Transaction<Database>, page: readonly StreamedClick[]) {
  const ids = page.map(({ id }) => id);
  const find = async (found: RawBuilder<{ id: string }>) =>
    new Set((await found.execute(trx)).rows.map(({ id }) => id));
  return {
    opened: await find(sql`select click_id as id from opens where click_id = any(${ids}::uuid[])`),
    installed: await find(sql`
      select click_id as id from attribution_facts
      where click_id = any(${ids}::uuid[]) and kind = 'install'`),
  };
}
