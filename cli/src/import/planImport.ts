import { createConverter } from '@fairlead/imports/convert';
import { createLosses } from '@fairlead/imports/createLosses';
import { type ReportRow, runImport } from '@fairlead/imports/runImport';
import type { SourceId } from '@fairlead/imports/Source';
import { loadFile } from './loadSource.ts';

/** How many rows are listed individually. */
const FIRST = 20;

/** A dry run over the text of a file. */
export async function planImport(input: {
  readonly csv: string;
  readonly from?: SourceId;
  readonly domain?: string;
}): Promise<object> {
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
  const { rows, planned, skipped } = await runImport({
    records,
    converter,
    wait: () => Promise.resolve(),
    onRow(row) {
      if (first.length < FIRST) first.push(row);
      losses.add(row);
    },
  });
  return {
    source: source.id,
    rows,
    planned,
    skipped,
    losses: losses.list(),
    unknownFields: [...converter.unknown],
    first,
  };
}
