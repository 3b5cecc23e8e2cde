import Papa from 'papaparse';
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

/** Reads a CSV file with a heading row, whatever its separator; a string says why that cannot be done. */
export function parseCsv(text: string): CsvFile | string {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''));
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

/** UTF-8, or what spreadsheets on Windows write. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
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
    return { row, fields };
  });
}

/** Exports defuse what a spreadsheet would run as a formula; here it becomes itself again. */
export function cleanCell(cell: string): string {
  return cell.trim().replace(/^'(?=[-=+@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, '');
}
