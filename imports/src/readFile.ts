import Papa from 'papaparse';
import { readSqlDump } from './readSqlDump.ts';
import type { Source, SourceRecord } from './Source.ts';

export interface CsvFile {
  readonly headings: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** One row of a file below its headings. */
export interface CsvRow {
  /** As a spreadsheet numbers it: the headings are row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a file: of CSV with any of the usual separators, in UTF-8, UTF-16 or the encoding of spreadsheets on
 * Windows, or of an SQL dump of YOURLS. A string says why that cannot be done.
 */
export function readTable(bytes: Uint8Array): CsvFile | string {
  const text = decodeText(bytes);
  if (text.includes('\0')) {
    return 'It is no text file. Save it as CSV, in UTF-8 or UTF-16.';
  }
  return readSqlDump(text) ?? parseCsv(text);
}

/** By its byte order mark; without one UTF-16 where every other byte is NUL, else UTF-8, else what spreadsheets on Windows write. */
function decodeText(bytes: Uint8Array): string {
  for (const encoding of [utf16Of(bytes) ?? 'utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new Error('Windows-1252 decodes everything');
}

/** Bytes in which NULs are looked for. */
const SAMPLE = 4096;

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let [even, odd] = [0, 0];
  for (const [place, byte] of bytes.subarray(0, SAMPLE).entries()) {
    if (byte !== 0) continue;
    if (place % 2 === 0) even += 1;
    else odd += 1;
  }
  return even === odd ? undefined : even > odd ? 'utf-16be' : 'utf-16le';
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Occurs in no text: for a file of one column. */
const NO_SEPARATOR = '\u001F';
/** Rows by which a separator is judged. */
const JUDGED_ROWS = 100;

/** Reads a CSV file with a heading row; a string says why that cannot be done. */
export function parseCsv(given: string): CsvFile | string {
  const text = given.replace(/^\uFEFF/, '').trimEnd();
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return `Row ${(broken.row ?? 0) + 1}: a cell opens a quote and does not close it.`;
  const filled = data
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...rows] = filled;
  if (head === undefined) return 'The file is empty.';
  if (rows.length === 0) return 'The file has no row below its headings.';
  return { headings: head.cells.map((cell) => cell.trim()), rows };
}

/** The separator that splits the headings, and the rows into as many cells; of several the one that splits into most. */
function separatorOf(text: string): string {
  let best = { separator: NO_SEPARATOR, fitting: 0, columns: 1 };
  for (const separator of SEPARATORS) {
    const { data, errors } = Papa.parse<string[]>(text, {
      delimiter: separator,
      preview: JUDGED_ROWS,
      skipEmptyLines: true,
    });
    const columns = data[0]?.length ?? 0;
    if (columns < 2 || errors.some(({ type }) => type === 'Quotes')) continue;
    const fitting = data.filter((cells) => cells.length === columns).length / data.length;
    if (fitting > best.fitting || (fitting === best.fitting && columns > best.columns)) {
      best = { separator, fitting, columns };
    }
  }
  return best.separator;
}

/** The rows as records of a source. `named` says what columns are, by their place; null: the column is left out. */
export function recordsOf(
  file: CsvFile,
  source: Source,
  named: ReadonlyMap<number, string | null> = new Map(),
): SourceRecord[] {
  const proposed = source.nameColumns?.(file.headings) ?? file.headings;
  const taken = new Set(named.values());
  // A field that was given to another column has no second one.
  const names = proposed.map((name, place) =>
    named.has(place) ? (named.get(place) ?? undefined) : taken.has(name) ? undefined : name,
  );
  return file.rows.map(({ row, cells }) => {
    const fields: Record<string, unknown> = {};
    for (const [place, name] of names.entries()) {
      const cell = cleanCell(cells[place] ?? '');
      if (name !== undefined && cell !== '') fields[name] = cell;
    }
    const more = cells.slice(names.length).some((cell) => cell.trim() !== '');
    return { row, fields, ...(more && { fault: tooManyCells(cells, names) }) };
  });
}

function tooManyCells(cells: readonly string[], names: readonly unknown[]): string {
  return `It has ${cells.length} cells, and the file ${names.length} headings: put a cell with a separator in it between double quotes`;
}

/** Exports defuse what a spreadsheet would run as a formula; here it becomes itself again. */
export function cleanCell(cell: string): string {
  return cell.trim().replace(/^'(?=[-=+@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, '');
}
