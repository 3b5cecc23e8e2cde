import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { count, counted } from '../../parts/format.ts';
import styles from './ImportLinks.module.css';
import { writeCsv, type CsvFile } from './readCsv.ts';
import type { ImportProgress, RefusedRow } from './sendRows.ts';

interface OutcomeProps {
  readonly file: CsvFile;
  readonly progress: ImportProgress;
  readonly running: boolean;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** Rejected rows that are listed; all of them are in the file. */
const LISTED = 200;

/** How far the import is, what was refused and why, and the way to try those rows again. */
export function ImportOutcome({ file, progress, running, onStop, onClose }: OutcomeProps) {
  const { created, known, refused, done, problem } = progress;
  const total = file.rows.length;
  const unsent = running
    ? []
    : file.rows.slice(done).map((row) => ({ ...row, message: problem ?? 'Not sent' }));
  const left = [...refused, ...unsent];
  return (
    <Stack>
      <Progress value={(done / Math.max(total, 1)) * 100} aria-label="Rows done" />
      <Text size="sm" aria-live="polite">
        {`${counted(created, 'link', 'links')} created`}
        {known > 0 && `, ${count(known)} already existed`}
        {refused.length > 0 && `, ${counted(refused.length, 'row', 'rows')} refused`}
        {unsent.length > 0 && `, ${counted(unsent.length, 'row', 'rows')} not sent`}
        {running ? ` (${count(done)} of ${count(total)}) …` : '.'}
      </Text>
      {problem !== undefined && (
        <Alert color="red" role="alert" title="The import stopped" className="break">
          {problem}
        </Alert>
      )}
      {refused.length > 0 && <Refused rows={refused} />}
      <Group justify="flex-end">
        {!running && left.length > 0 && (
          <Button
            variant="default"
            leftSection={<Download size={16} />}
            onClick={() => save(writeCsv(file.headings, left))}
          >
            {`Download ${counted(left.length, 'row', 'rows')} as CSV`}
          </Button>
        )}
        {running ? (
          <Button variant="default" onClick={onStop}>
            Stop import
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </Group>
    </Stack>
  );
}

function Refused({ rows }: { readonly rows: readonly RefusedRow[] }) {
  return (
    <>
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Rejected rows">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, LISTED).map(({ row, message }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td className={styles.message}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > LISTED && (
        <Text size="sm" c="dimmed">
          {`${count(rows.length - LISTED)} more are in the file to download.`}
        </Text>
      )}
    </>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'rows-not-imported.csv';
  anchor.click();
  URL.revokeObjectURL(url);
}
