import { renderRejected } from '@fairlead/imports/renderReport';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { counted } from '../../parts/format.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { saveFile } from '../../parts/saveFile.ts';
import { countsText } from './countsText.ts';
import type { ImportSetup } from './importSetup.ts';
import { Losses } from './Losses.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { ImportReport } from './runSetup.ts';
import { SaveReport } from './SaveReport.tsx';

interface OutcomeProps {
  readonly setup: ImportSetup;
  readonly report: ImportReport;
  readonly onContinue: () => void;
  readonly onAnother: () => void;
}

/** The outcome of each row, a way to continue if it was stopped, and the rows to fix. */
export function ImportOutcome({ setup, report, onContinue, onAnother }: OutcomeProps) {
  const projectId = useProjectId();
  const { counts, problem } = report;
  const total = setup.file.rows.length;
  const unsent = total - counts.rows;
  const left = leftOver(setup, report);
  return (
    <>
      <Card
        title={unsent > 0 ? 'Import stopped' : 'Import finished'}
        actions={<SaveReport setup={setup} report={report} name="report" />}
      >
        <Stack>
          <Progress value={(counts.rows / Math.max(total, 1)) * 100} aria-label="Rows done" />
          <Text aria-live="polite">
            {countsText(counts)}
            {unsent > 0 && `, ${counted(unsent, 'row', 'rows')} not sent`}.
          </Text>
          {problem !== undefined && (
            <Alert color="red" role="alert" title="Why it stopped" className="break">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            {left.length > 0 && (
              <Button
                variant="default"
                leftSection={<Download size={16} />}
                onClick={() =>
                  saveFile('rows-not-imported.csv', [renderRejected(setup.file.headings, left)])
                }
              >
                {`Download ${counted(left.length, 'row', 'rows')} to fix`}
              </Button>
            )}
            <Button variant="default" onClick={onAnother}>
              Import another file
            </Button>
            {unsent > 0 ? (
              <Button onClick={onContinue}>Continue import</Button>
            ) : (
              <ButtonLink to="/p/$projectId/links" params={{ projectId }}>
                Go to links
              </ButtonLink>
            )}
          </Group>
        </Stack>
      </Card>
      <Losses report={report} />
      <ReportTable report={report} />
    </>
  );
}

/** Rows of the file that did not become links, each with the reason. */
function leftOver({ file }: ImportSetup, { rows, counts, problem }: ImportReport) {
  const reasons = new Map<number, string>();
  for (const { row, status, reason } of rows) {
    if (status === 'refused' || status === 'skipped') reasons.set(row, reason ?? 'No reason given');
  }
  for (const { row } of file.rows.slice(counts.rows)) reasons.set(row, problem ?? 'Not sent');
  return file.rows.flatMap(({ row, cells }) => {
    const reason = reasons.get(row);
    return reason === undefined ? [] : [{ cells, reason }];
  });
}
