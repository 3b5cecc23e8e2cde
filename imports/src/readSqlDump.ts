import type { CsvFile, CsvRow } from './readFile.ts';

/** The columns of `yourls_url`, where the dump does not name them. */
const COLUMNS = ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'];
const INSERT =
  /INSERT\s+(?:IGNORE\s+)?INTO\s+[`"]?\w*url[`"]?\s*(?:\(([^)]{0,2000})\)\s*)?VALUES\s*/giu;

/** The rows of the links in an SQL dump of YOURLS; undefined where the text is none. */
export function readSqlDump(text: string): CsvFile | undefined {
  const rows: CsvRow[] = [];
  let headings: readonly string[] = COLUMNS;
  const insert = new RegExp(INSERT);
  for (let match = insert.exec(text); match !== null; match = insert.exec(text)) {
    if (match[1] !== undefined) {
      headings = match[1].split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''));
    }
    let at = match.index + match[0].length;
    while (text[at] === '(') {
      const { cells, end } = readTuple(text, at + 1);
      rows.push({ row: rows.length + 2, cells });
      at = end;
      while (/[\s,]/.test(text[at] ?? '')) at += 1;
    }
    // What looks like a statement within a cell is none, and is not read again.
    insert.lastIndex = at;
  }
  return rows.length === 0 ? undefined : { headings, rows };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

/** One `(…)` from behind its bracket, as MySQL writes it. */
function readTuple(text: string, from: number): { cells: string[]; end: number } {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '\\') {
        at += 1;
        const escaped = text[at] ?? '';
        cell += ESCAPES[escaped] ?? escaped;
      } else if (sign === "'" && text[at + 1] === "'") {
        at += 1;
        cell += sign;
      } else if (sign === "'") {
        quoted = false;
      } else {
        cell += sign;
      }
    } else if (sign === "'") {
      quoted = true;
    } else if (sign === ',' || sign === ')') {
      cells.push(cell.trim() === 'NULL' ? '' : cell);
      cell = '';
      if (sign === ')') break;
    } else if (!/\s/.test(sign)) {
      cell += sign;
    }
  }
  return { cells, end: at + 1 };
}
