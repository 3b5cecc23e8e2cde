import Papa from 'papaparse';

/** One row of a file below its headings. */
export interface CsvRow {
  /** As a spreadsheet numbers it: the headings are row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly headings: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Reads a CSV file with a heading row, whatever its separator; a string says why that cannot be done. */
export async function readCsv(file: Blob): Promise<CsvFile | string> {
  const { data, errors } = Papa.parse<string[]>(await readText(file));
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
async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The rows as a file again, each with the reason why it comes back. */
export function writeCsv(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly message: string }[],
): string {
  const padded = rows.map(({ cells, message }) => [
    ...headings.map((_, place) => cells[place] ?? ''),
    message,
  ]);
  return Papa.unparse([[...headings, 'Problem'], ...padded], { escapeFormulae: true });
}
