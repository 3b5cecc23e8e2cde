import { stringify } from 'csv-stringify/sync';

/** Spec: Export CSV file, in this order. */
export const CSV_COLUMNS = [
  'Name',
  'Type',
  'Slug',
  'Short URL',
  'Created At',
  'Clicks',
  'New Installs',
  'Returning Users',
  'Attributed Clicks',
  'Top Device',
  'Top OS',
  'Top Browser',
  'Top Country',
  'Last Clicked At',
  'Period Start',
  'Period End',
] as const;

export type CsvCell = string | number | null;

/**
 * RFC 4180 with CRLF. A cell that a spreadsheet would run as a formula gets an apostrophe in front
 * (DECISIONS 15); a line break in a cell is kept, in quotes.
 */
export function renderCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], {
    record_delimiter: '\r\n',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  });
}
