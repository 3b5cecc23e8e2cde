import type { Kysely } from 'kysely';
import type { ClickStore } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import type { Log } from '../lib/Log.ts';
import { countDays } from './countDays.ts';
import { healTotals } from './healTotals.ts';
import { storeBusiestLink } from './linkDays.ts';

/** How often all counters are checked for busy links. */
const BUSY_EVERY_MS = 60_000;

/** Counts days that are over, and those of busy links; first of all everything, where a migration asks for it. */
export function createMaintenance(db: Kysely<Database>, log: Log): ClickStore['maintain'] {
  let lookedAt = -Infinity;
  let healed = false;
  return async ({ now, stop } = {}) => {
    if (!healed) {
      const rebuilt = await healTotals(db);
      if (rebuilt) log.info(rebuilt, 'Counted all clicks again, as an upgrade asked for');
      healed = true;
    }
    await countDays(db, { ...(now && { now }), ...(stop && { stop }) });
    if (performance.now() - lookedAt < BUSY_EVERY_MS) return;
    lookedAt = performance.now();
    const isStopped = () => stop?.aborted === true;
    while (!isStopped() && (await storeBusiestLink(db)));
  };
}
