import Papa from 'papaparse';

type Cell = string | number;

/** Lines of a CSV file; what a spreadsheet would run as a formula is defused. */
export function renderCsv(rows: readonly (readonly Cell[])[]): string {
  return `${Papa.unparse(
    rows.map((cells) => [...cells]),
    { escapeFormulae: true },
  )}\r\n`;
}
