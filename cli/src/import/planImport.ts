import { setTimeout } from 'node:timers/promises';
import { createConverter } from '@fairlead/imports/convert';
import { createLosses } from '@fairlead/imports/createLosses';
import { ImportRefused, type ReportRow, runImport, type Send } from '@fairlead/imports/runImport';
import type { SourceId } from '@fairlead/imports/Source';
import { CommandError } from '../CommandError.ts';
import { loadFile } from './loadSource.ts';

/** How many rows are listed individually. */
const FIRST = 20;

/** A dry run over the text of a file; `send` asks the server. */
export async function planImport(
  input: {
    readonly csv: string;
    readonly from?: SourceId;
    readonly domain?: string;
  },
  send: Send | undefined,
): Promise<object> {
  const { source, records } = await loadFile(new TextEncoder().encode(input.csv), {
    from: input.from,
    map: [],
    api: { base: null, key: undefined, fresh: false, env: {}, status: () => {} },
  });
  const converter = createConverter(
    source,
    input.domain === undefined ? {} : { domain: input.domain },
  );
  const first: ReportRow[] = [];
  const losses = createLosses();
  const counts = await runImport({
    records,
    converter,
    dryRun: true,
    ...(send !== undefined && { send }),
    wait: (milliseconds) => setTimeout(milliseconds),
    onRow(row) {
      if (first.length < FIRST) first.push(row);
      losses.add(row);
    },
  }).catch((error: unknown) => {
    throw error instanceof ImportRefused ? new CommandError(1, error.message) : error;
  });
  return {
    source: source.id,
    exact: send !== undefined,
    ...counts,
    losses: losses.list(),
    unknownFields: [...converter.unknown],
    first,
  };
}
