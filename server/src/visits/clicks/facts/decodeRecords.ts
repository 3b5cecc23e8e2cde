import { isRowAtFault } from '#platform/db/sqlstates.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import { decodeRecord, type LedgerRecord } from './clickRecords.ts';

const STEPS_OF_A_RECORD = 20;

export interface DecodedRecord {
  readonly line: string;
  readonly record: LedgerRecord;
}

/** The records of a batch, with the lines that are none apart. */
export async function decodeRecords(
  lines: readonly string[],
): Promise<{ readonly good: readonly DecodedRecord[]; readonly bad: readonly string[] }> {
  const slices = createSlices();
  const good: DecodedRecord[] = [];
  const bad: string[] = [];
  for (const line of lines) {
    if (slices.spend(STEPS_OF_A_RECORD)) await slices.turn();
    try {
      good.push({ line, record: decodeRecord(line) });
    } catch (error) {
      if (!isDataError(error)) throw error;
      bad.push(line);
    }
  }
  return { good, bad };
}

/**
 * Whether the row itself is bad and will fail whenever it is sent, including a number that is NaN or too
 * large to send.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof SyntaxError) return true;
  return isRowAtFault(error);
}
