import { statfsSync } from 'node:fs';
import type { ClickLedger } from './createClickLedger.ts';

/** What is wrong with the journal: 1 where it is. */
export type JournalAlarms = {
  /** Records wait for the database longer than a minute. */
  readonly behind: 0 | 1;
  /** The disk takes nothing, or has little room left. */
  readonly disk: 0 | 1;
};

const BEHIND_SECONDS = 60;
/** Some ten million visits. */
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

/** Of the disk that a folder is on. */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
