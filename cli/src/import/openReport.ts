import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ReportRow } from '@fairlead/imports/runImport';
import { renderReportHead, renderReportRow } from '@fairlead/imports/renderReport';
import { CommandError } from '../CommandError.ts';

export interface Report extends AsyncDisposable {
  readonly file: string;
  readonly add: (row: ReportRow) => void;
}

/** A CSV file that gets a line for each row as soon as its outcome is known. */
export async function openReport(source: string, given: string | undefined): Promise<Report> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const file = given ?? `import-${source}-${time}.csv`;
  const stream = createWriteStream(file);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new CommandError(
      1,
      `The report cannot be written: ${String(error)}. Say where: --report FILE`,
    );
  }
  stream.write(renderReportHead());
  return {
    file,
    add: (row) => void stream.write(renderReportRow(row)),
    async [Symbol.asyncDispose]() {
      stream.end();
      await finished(stream);
    },
  };
}
