import { renderCsv } from './renderCsv.ts';
import type { ReportRow } from './runImport.ts';

const HEADINGS = [
  'Row',
  'Before',
  'Status',
  'Now',
  'Link ID',
  'Reason',
  'Not kept or changed',
  'Made at',
];

/** The first line of a report. */
export function renderReportHead(): string {
  return `${HEADINGS.join(',')}\r\n`;
}

/** One line of a report; what a spreadsheet would run as a formula is defused. */
export function renderReportRow(row: ReportRow): string {
  const cells = [
    String(row.row),
    row.origin,
    row.status,
    row.shortUrl ?? '',
    row.id ?? '',
    row.reason ?? '',
    row.findings.map(({ field, kind, message }) => `${field} (${kind}): ${message}`).join('; '),
    row.status === 'created' ? (row.updatedAt ?? '') : '',
  ];
  return renderCsv([cells]);
}

/** Rows of a file as a file again, each with the reason why it comes back. */
export function renderRejected(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly reason: string }[],
): string {
  const padded = rows.map(({ cells, reason }) => [
    ...headings.map((_, place) => cells[place] ?? ''),
    reason,
  ]);
  return renderCsv([[...headings, 'Problem'], ...padded]);
}
