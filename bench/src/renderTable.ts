/** Lines of a table whose first column is words and whose others are figures. */
export function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A figure with at most `digits` decimals, as a number for JSON. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
