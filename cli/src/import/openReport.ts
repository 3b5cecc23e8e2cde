import { constants, createWriteStream } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ReportRow } from '@fairlead/imports/runImport';
import { renderReportHead, renderReportRow } from '@fairlead/imports/renderReport';
import { stateFolder } from '../account/profiles.ts';
import { CommandError } from '../CommandError.ts';

export interface Report extends AsyncDisposable {
  readonly file: string;
  readonly add: (row: ReportRow) => void;
}

/**
 * A CSV file that gets a line for each row as soon as its outcome is known. Unless it is named, it goes where the person
 * stands, or, where this user may not write there, to the state folder.
 */
export async function openReport(
  source: string,
  chosen: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Report> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const name = `import-${source}-${time}.csv`;
  const file = chosen ?? (await findPlace(name, env));
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

async function findPlace(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  try {
    await access('.', constants.W_OK);
    return name;
  } catch {
    const folder = join(stateFolder(env), 'imports');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  }
}
