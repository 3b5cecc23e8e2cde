import { renderReportHead, renderReportRow } from '@fairlead/imports/renderReport';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { saveFile } from '../../parts/saveFile.ts';
import type { ImportSetup } from './importSetup.ts';
import type { ImportReport } from './runSetup.ts';

interface SaveReportProps {
  readonly setup: ImportSetup;
  readonly report: ImportReport;
  /** What the file contains, for its name. */
  readonly name: 'preview' | 'report';
}

/** A CSV file with a line for each row, like the command line's. */
export function SaveReport({ setup, report, name }: SaveReportProps) {
  const save = () =>
    saveFile(`import-${setup.sourceId}-${name}.csv`, [
      renderReportHead(),
      ...report.rows.map(renderReportRow),
    ]);
  return (
    <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
      {`Download ${name}`}
    </Button>
  );
}
