import { statfsSync } from 'node:fs';
import type { ClickLedger } from './createClickLedger.ts';

/** What is wrong with the journal: 1 for each alarm that applies. */
export type JournalAlarms = {
  /** Records have been waiting for the database for more than a minute. */
  readonly behind: 0 | 1;
  /** The disk cannot be written to, or has little space left. */
  readonly disk: 0 | 1;
};

const BEHIND_SECONDS = 60;
/** Enough for some ten million visits. */
const FREE_BYTES = 1024 ** 3;

export function readJournalAlarms(
  ledger: Pick<ClickLedger, 'backlog' | 'isStoring'>,
  folder: string,
): JournalAlarms {
  return {
    behind: ledger.backlog().seconds > BEHIND_SECONDS ? 1 : 0,
    disk: !ledger.isStoring() || readFreeBytes(folder) < FREE_BYTES ? 1 : 0,
  };
}

/** Free bytes on the disk that a folder is on. */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
