type Cell = string | number;

/** What begins a formula, also as Japanese keyboards type it. */
const SIGN = '[-=+@\uff1d\uff0b\uff0d\uff20]';
const FORMULA = new RegExp(`^(?: *${SIGN}|[\\t\\r])`, 'u');
/** Where a program that divides by another sign than commas sees another cell. */
const LATER_FORMULA = new RegExp(`([;|\\t\\r\\n][ "]*)(?=${SIGN})`, 'gu');
const QUOTED = /[",;|\t\r\n]/;

/** Lines of a CSV file; what a spreadsheet would run as a formula is defused, as `csv_cell` of the database does. */
export function renderCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(renderCell).join(',')}\r\n`).join('');
}

function renderCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const isFormula = FORMULA.test(cell);
  if (!isFormula && !QUOTED.test(cell)) return cell;
  const text = cell.replaceAll(LATER_FORMULA, "$1'").replaceAll('"', '""');
  return isFormula ? `"'${text}"` : `"${text}"`;
}
