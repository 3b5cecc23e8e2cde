import { type Style } from './Style.ts';

/** Between columns. */
const GAP = '  ';
const ELLIPSIS = '…';

/** Rows under their headings; truncated to the width of the terminal, never if the output goes elsewhere. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
  { columns, paint }: Style,
): string[] {
  const cells = rows.map((row) => headings.map((_, place) => textOf(row[place])));
  const widths = headings.map((heading, place) =>
    Math.max(heading.length, ...cells.map((row) => row[place]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    cut(row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(GAP), columns);
  return [paint('bold', line(headings)), ...cells.map(line)];
}

/** `label  value` lines. */
export function renderPairs(
  pairs: readonly (readonly [string, string | number | null | undefined])[],
  { paint }: Style,
): string[] {
  const filled = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...filled.map(([label]) => label.length));
  return filled.map(
    ([label, value]) => `${paint('dim', label.padEnd(width))}${GAP}${textOf(value)}`,
  );
}

/** The fields of an object as the API returns them, one per line. */
export function renderFields(fields: Readonly<Record<string, unknown>>, style: Style): string[] {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return renderPairs(pairs, style);
}

function textOf(value: string | number | null | undefined): string {
  // A control character of someone else's text must not reach the terminal.
  return String(value ?? '').replaceAll(/\p{Cc}/gu, ' ');
}

function cut(text: string, columns: number | undefined): string {
  const line = text.trimEnd();
  return columns === undefined || line.length <= columns
    ? line
    : `${line.slice(0, Math.max(1, columns - 1))}${ELLIPSIS}`;
}
