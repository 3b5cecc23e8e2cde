import type { ReportRow } from '@fairlead/imports/runImport';
import { Badge, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { count } from '../../parts/format.ts';
import styles from '../../parts/table.module.css';
import type { ImportReport } from './runSetup.ts';

/** How many rows are listed; the downloadable file has all of them. */
const LISTED = 200;

const STATES = {
  planned: { label: 'Link', color: 'teal' },
  created: { label: 'Created', color: 'teal' },
  existing: { label: 'Already there', color: 'gray' },
  refused: { label: 'Refused', color: 'red' },
  skipped: { label: 'Skipped', color: 'yellow' },
} as const;

/** For each row, what becomes of it and why. */
export function ReportTable({ report }: { readonly report: ImportReport }) {
  const [notable, setNotable] = useState(false);
  const rows = notable ? report.rows.filter(isNotable) : report.rows;
  return (
    <Card
      title="Row by row"
      actions={
        <Checkbox
          label="Only changed or refused rows"
          checked={notable}
          onChange={(event) => setNotable(event.currentTarget.checked)}
        />
      }
    >
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Row by row">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Result</th>
              <th scope="col">Before and now</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, LISTED).map((row, place) => (
              // One row of the file may become several links.
              <tr key={place}>
                <th scope="row">{row.row}</th>
                <td>
                  <Badge variant="light" color={STATES[row.status].color} miw="max-content">
                    {STATES[row.status].label}
                  </Badge>
                </td>
                <td className={styles.message}>
                  {row.origin}
                  {row.shortUrl !== undefined && row.shortUrl !== row.origin && (
                    <Text size="xs" c="dimmed">
                      {row.shortUrl}
                    </Text>
                  )}
                </td>
                <td className={styles.message}>{detailsOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {rows.length === 0 && 'No such row.'}
        {rows.length > LISTED &&
          `${count(rows.length - LISTED)} more are in the report to download.`}
      </Text>
    </Card>
  );
}

function isNotable({ status, findings }: ReportRow): boolean {
  return status === 'refused' || status === 'skipped' || findings.length > 0;
}

function detailsOf({ reason, findings }: ReportRow): string {
  const found = findings.map(({ field, kind, message }) => `${field} (${kind}): ${message}`);
  return [...(reason === undefined ? [] : [reason]), ...found].join('; ');
}
