import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { counted } from '../../parts/format.ts';
import { mapHeadings, type Mapping } from './importFields.ts';
import { ImportMapping } from './ImportMapping.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { readCsv, type CsvFile } from './readCsv.ts';
import { sendRows, type ImportProgress } from './sendRows.ts';

/** Reads a CSV file, shows what was understood, and makes its links. */
export function ImportLinks({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<CsvFile>();
  const [problem, setProblem] = useState<string>();
  const [mapping, setMapping] = useState<Mapping>(new Map());
  const { progress, running, start, stop } = useImport();
  const read = async (chosen: File | null) => {
    const found = chosen === null ? undefined : await readCsv(chosen);
    const readable = typeof found === 'string' ? undefined : found;
    setProblem(typeof found === 'string' ? found : undefined);
    setFile(readable);
    setMapping(mapHeadings(readable?.headings ?? []));
  };
  if (file !== undefined && progress !== undefined) {
    return <ImportOutcome {...{ file, progress, running, onStop: stop, onClose }} />;
  }
  const total = file?.rows.length ?? 0;
  return (
    <Stack>
      <Text size="sm">
        The first row names the columns, as in an export or as the API calls its fields. Rows with
        an external ID can be imported again without creating a second link.
      </Text>
      <FileInput
        label="CSV file"
        accept=".csv,text/csv"
        placeholder="Choose a file"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear file' }}
        onChange={(chosen) => void read(chosen)}
      />
      {problem !== undefined && (
        <Alert color="red" role="alert" className="break">
          {problem}
        </Alert>
      )}
      {file !== undefined && <ImportMapping file={file} mapping={mapping} onChange={setMapping} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={file === undefined || mapping.size === 0}
          onClick={() => file && start(file, mapping)}
        >
          {total === 0 ? 'Import' : `Import ${counted(total, 'link', 'links')}`}
        </Button>
      </Group>
    </Stack>
  );
}

/** An import under way; closing the window stops it with the rows that are being made. */
function useImport() {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  const [running, setRunning] = useState(false);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  async function run({ rows }: CsvFile, mapping: Mapping): Promise<void> {
    const { signal } = (ending.current = new AbortController());
    setRunning(true);
    setProgress({ created: 0, known: 0, refused: [], done: 0 });
    await sendRows(projectId, rows, mapping, setProgress, signal);
    setRunning(false);
    await queries.invalidateQueries({ queryKey: [listProjectLinks.id] });
  }
  return {
    progress,
    running,
    start: (file: CsvFile, mapping: Mapping) => void run(file, mapping),
    stop: () => ending.current?.abort(),
  };
}
