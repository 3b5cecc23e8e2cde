import type { Transaction } from 'kysely';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { readMoment } from '#visits/numbers/readAnalytics.ts';

export type EventReading = Pick<Reading, 'db' | 'now' | 'events' | 'linksOfClicks'>;

export interface Moment {
  readonly trx: Transaction<Database>;
  /** The window, which ends now if it was asked without an end. */
  readonly window: AnalyticsWindow;
  readonly now: Date;
  readonly exactUntil: string;
}

/** Answers from one snapshot of the database. */
export function readOnce<T>(
  reading: EventReading,
  asked: AnalyticsWindow,
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  return inSnapshot(reading.db, async (trx) => {
    const { now, exactUntil } = await readMoment(trx, reading.now);
    const window = asked.untilNow ? { ...asked, to: now } : asked;
    return work({ trx, window, now, exactUntil: exactUntil.toISOString() });
  });
}
