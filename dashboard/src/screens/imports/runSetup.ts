import { createConverter } from '@fairlead/imports/convert';
import { createLosses, type Loss } from '@fairlead/imports/createLosses';
import {
  type Counts,
  type ImportOptions,
  ImportRefused,
  type ReportRow,
  runImport,
} from '@fairlead/imports/runImport';
import type { SourceRecord } from '@fairlead/imports/Source';
import { type ImportSetup, recordsIn, sourceOf } from './importSetup.ts';

/** What is known about an import, or its dry run, row by row. */
export interface ImportReport {
  readonly counts: Counts;
  readonly rows: readonly ReportRow[];
  /** Unknown columns. */
  readonly unknown: readonly string[];
  /** Why it ended before the last row. */
  readonly problem?: string;
}

/** Before the first row. */
export const NOTHING: Counts = {
  rows: 0,
  created: 0,
  existing: 0,
  refused: 0,
  skipped: 0,
};

interface RunOptions {
  /** Creates links in one call, or tells what a call would create. */
  readonly send: NonNullable<ImportOptions['send']>;
  readonly dryRun?: boolean;
  readonly signal: AbortSignal;
  /** Continues after the rows that this report covers. */
  readonly after?: ImportReport | undefined;
  readonly onProgress?: (counts: Counts) => void;
}

/** Runs the import, or its dry run, and accounts for every row that it reached. */
export async function runSetup(
  setup: ImportSetup,
  { send, dryRun = false, signal, after, onProgress }: RunOptions,
): Promise<ImportReport> {
  const { domain } = setup;
  const converter = createConverter(sourceOf(setup), domain === null ? {} : { domain });
  const records = recordsIn(setup);
  const before = after?.counts ?? NOTHING;
  // The converter recognises a repeated row only if it has seen the row before.
  for (const record of records.slice(0, before.rows)) converter.convert(record);
  const rows = [...(after?.rows ?? [])];
  let counts = before;
  const settled = (problem?: string): ImportReport => ({
    counts,
    rows,
    unknown: [...converter.unknown],
    ...(problem !== undefined && { problem }),
  });
  try {
    await runImport({
      records: withPauses(records.slice(before.rows)),
      converter,
      send,
      dryRun,
      signal,
      wait: (milliseconds) => rest(milliseconds, signal),
      onRow: (row) => rows.push(row),
      onProgress(further) {
        counts = add(before, further);
        onProgress?.(counts);
      },
    });
    return settled();
  } catch (error) {
    if (error instanceof ImportRefused) return settled(error.message);
    throw error;
  }
}

export function lossesOf({ rows }: ImportReport): Loss[] {
  const losses = createLosses();
  for (const row of rows) losses.add(row);
  return losses.list();
}

function add(a: Counts, b: Counts): Counts {
  return {
    rows: a.rows + b.rows,
    created: a.created + b.created,
    existing: a.existing + b.existing,
    refused: a.refused + b.refused,
    skipped: a.skipped + b.skipped,
  };
}

/** Rows between two pauses in which the page can respond to input. */
const STRIDE = 500;

async function* withPauses(records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  for (const [place, record] of records.entries()) {
    if (place % STRIDE === STRIDE - 1) await new Promise((resolve) => setTimeout(resolve));
    yield record;
  }
}

/** Waits, unless stopped. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
