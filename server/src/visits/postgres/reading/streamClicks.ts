import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import {
  CLICK_FIELDS,
  CLICK_KIND,
  CLICK_SOURCE,
  type Term,
  TERMS,
} from '../../clicks/facts/Click.ts';
import { snakeCase, textsOfCodes } from '../../clicks/facts/factColumns.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import type { ClicksQuestion, StreamedClick } from '../../numbers/ClickStore.ts';
import { findThrottle } from '../throttle.ts';
import { ofScope } from '../ofScope.ts';
import { clickedWithin } from './clickedWithin.ts';
import { clicksWith } from './clicksWith.ts';
import { fetchPages } from './fetchPages.ts';

/** Clicks of one page: some milliseconds of work. */
const PAGE = 2_000;
/** Rows that take about as long as a rest. */
const CLICKS_BETWEEN = 2_000;
/** Texts of one dictionary that are kept: all those of most projects, and some megabytes at most. */
const MAX_TEXTS = 50_000;

/** A click whose texts are codes. */
type Row = Pick<StreamedClick, 'id' | 'linkKey' | 'at'> & {
  readonly kind: number;
  readonly source: number;
} & { readonly [Name in Term]: number | null };

const CODES = sql.raw(TERMS.map((name) => `${snakeCase(name)} as "${name}"`).join(', '));

/** In the order of an index, so that the first page comes at once and nothing is sorted. */
export async function* streamClicks(
  trx: Transaction<Database>,
  { scope, facts, range }: ClicksQuestion,
): AsyncGenerator<StreamedClick[]> {
  const throttle = await findThrottle(trx);
  const clicks = sql<Row>`
    select id, link_key as "linkKey", clicked_at as at, kind, source, ${CODES}
    from clicks
    where ${ofScope(scope)} and ${clickedWithin(range)} and ${facts ? clicksWith(scope.project, facts) : sql`true`}
      and ${sql.raw(throttle.afterRows(CLICKS_BETWEEN))}
    order by clicked_at, id`;
  const textsOf = createTexts(trx);
  for await (const rows of fetchPages(trx, clicks, { size: PAGE, share: 0.001 })) {
    const texts = await textsOf(rows);
    yield rows.map((row) => ({
      ...row,
      kind: nameOfCode(CLICK_KIND, row.kind),
      source: nameOfCode(CLICK_SOURCE, row.source),
      ...texts(row),
    }));
    await throttle.rest();
  }
}

type Dictionary = (typeof CLICK_FIELDS)[Term]['dictionary'];
type Texts = { readonly [Name in Term]: string | null };

/** Dictionaries can be larger than what a process should hold: texts are read as rows need them. */
function createTexts(trx: Transaction<Database>) {
  const known = new Map<Dictionary, Map<number, string | null>>();

  async function learn(dictionary: Dictionary, codes: ReadonlySet<number>): Promise<void> {
    const texts = known.get(dictionary) ?? new Map<number, string | null>();
    known.set(dictionary, texts);
    if (texts.size > MAX_TEXTS) texts.clear();
    const missing = [...codes].filter((code) => !texts.has(code));
    if (missing.length === 0) return;
    // What a code stood for may be gone: then it is not known any more.
    for (const code of missing) texts.set(code, null);
    const { rows } = await sql<{ code: number; text: string }>`
      ${sql.raw(textsOfCodes(dictionary))} where code = any(${missing}::integer[])`.execute(trx);
    for (const { code, text } of rows) texts.set(code, text);
  }

  return async (rows: readonly Row[]): Promise<(row: Row) => Texts> => {
    const codes = new Map<Dictionary, Set<number>>();
    for (const name of TERMS) {
      const { dictionary } = CLICK_FIELDS[name];
      const asked = codes.get(dictionary) ?? new Set<number>();
      codes.set(dictionary, asked);
      for (const { [name]: code } of rows) if (code !== null) asked.add(code);
    }
    for (const [dictionary, asked] of codes) await learn(dictionary, asked);
    const textOf = (name: Term, code: number | null) =>
      code === null ? null : (known.get(CLICK_FIELDS[name].dictionary)?.get(code) ?? null);
    return (row) =>
      Object.fromEntries(TERMS.map((name) => [name, textOf(name, row[name])])) as Texts;
  };
}
