import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Alert, Button, FileInput, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { counted } from '../../parts/format.ts';
import { importRows, type ImportProgress } from './importRows.ts';
import { readCsv, type CsvLinks } from './readCsv.ts';

/** Reads a CSV file, says what was understood, and makes its links. */
export function ImportLinks({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<CsvLinks>();
  const { progress, running, start } = useImport();
  const total = file?.links.length ?? 0;
  const read = async (chosen: File | null) =>
    setFile(chosen ? readCsv(await chosen.text()) : undefined);
  if (progress !== undefined) {
    return <Outcome progress={progress} total={total} running={running} onClose={onClose} />;
  }
  return (
    <Stack>
      <Text size="sm">
        The first row names the fields: type, name, slug, externalId, domain, fallbackUrl, iosUrl,
        androidUrl, iosFallbackUrl, androidFallbackUrl, ogTitle, ogDescription, ogImage and
        parameters as JSON. Rows with an externalId can be imported again without making a second
        link.
      </Text>
      <FileInput
        label="CSV file"
        accept=".csv,text/csv"
        placeholder="Choose a file"
        clearable
        onChange={(chosen) => void read(chosen)}
      />
      {file?.problem !== undefined && (
        <Alert color="red" role="alert" className="break">
          {file.problem}
        </Alert>
      )}
      {file !== undefined && file.problem === undefined && (
        <Text size="sm" className="break">
          {counted(total, 'link', 'links')} with {file.used.join(', ')}.
          {file.ignored.length > 0 && ` Not used: ${file.ignored.join(', ')}.`}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={file === undefined || file.problem !== undefined}
          onClick={() => file && start(file)}
        >
          {total === 0 ? 'Import' : `Import ${counted(total, 'link', 'links')}`}
        </Button>
      </Group>
    </Stack>
  );
}

/** An import under way; closing the window ends it after the rows that are being made. */
function useImport() {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  const [running, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  async function run({ links }: CsvLinks): Promise<void> {
    stop.current = new AbortController();
    setRunning(true);
    setProgress({ created: 0, known: 0, failed: [], done: 0 });
    await importRows(projectId, links, setProgress, stop.current.signal);
    setRunning(false);
    await queries.invalidateQueries({ queryKey: [listProjectLinks.id] });
  }
  return { progress, running, start: (file: CsvLinks) => void run(file) };
}

function Outcome({
  progress,
  total,
  running,
  onClose,
}: {
  readonly progress: ImportProgress;
  readonly total: number;
  readonly running: boolean;
  readonly onClose: () => void;
}) {
  const { created, known, failed, done } = progress;
  return (
    <Stack>
      <Progress value={(done / Math.max(total, 1)) * 100} aria-label="Rows done" />
      <Text size="sm" aria-live="polite">
        {`${counted(created, 'link', 'links')} made`}
        {known > 0 && `, ${counted(known, 'was', 'were')} there already`}
        {failed.length > 0 && `, ${counted(failed.length, 'row', 'rows')} refused`}
        {running ? ` (${done} of ${total}) …` : '.'}
      </Text>
      {failed.length > 0 && (
        <List
          size="sm"
          mah={240}
          style={{ overflow: 'auto' }}
          tabIndex={0}
          aria-label="Refused rows"
        >
          {failed.slice(0, 200).map(({ row, message }) => (
            <List.Item key={row} className="break">{`Row ${row}: ${message}`}</List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button variant={running ? 'default' : 'filled'} onClick={onClose}>
          {running ? 'Stop here' : 'Close'}
        </Button>
      </Group>
    </Stack>
  );
}
