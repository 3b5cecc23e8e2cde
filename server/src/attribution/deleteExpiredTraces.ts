import type { Pool } from 'pg';
import { MEMORY_MINUTES } from './decideMatch.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import { NAMED_CLICK_DAYS } from './findNamedClick.ts';
import { DAY_MS } from '../lib/time.ts';

/** How long a first open can be explained. */
export const RECEIPT_DAYS = 180;

/** Past the project's window and our memory of addresses, or of a project that switched matching off or is gone. */
const SIGNALS = `
delete from click_signals where click_id in (
  select click_id from click_signals as signals left join projects on projects.id = project_id
  where not coalesce(probabilistic_matching, false)
     or clicked_at < $1::timestamptz
          - make_interval(mins => greatest(matching_window_minutes, ${MEMORY_MINUTES}))
)`;
const REPORTS = `
delete from click_reports as report where click_id < $1 and not exists (
  select from click_signals as signals where signals.click_id = report.click_id
)`;
const QUERIES = 'delete from click_queries where click_id < $1';
/** Far longer than two resolves can be one open. */
const OPENS = `delete from recent_opens where opened_at < $1::timestamptz - interval '1 minute'`;
const DELIVERED = 'delete from delivered_clicks where click_id < $1';
const RECEIPTS = 'delete from attribution_receipts where created_at < $1';
/** A key is needed until the longest window, and that memory, have passed over the end of its day. */
const KEYS = `
delete from day_keys
where (day + 1)::timestamp at time zone 'UTC' <= $1::timestamptz - make_interval(mins => (
  select greatest(max(matching_window_minutes), ${MEMORY_MINUTES}) from projects where probabilistic_matching
))`;

/** How many rows of each class were deleted. */
export interface Forgotten {
  readonly signals: number;
  readonly queries: number;
  readonly opens: number;
  readonly delivered: number;
  readonly reports: number;
  readonly receipts: number;
  readonly keys: number;
}

/**
 * Deletes what attribution no longer needs (ADR 8): signals after the project's window or six hours, forwarded
 * parameters when a store forgets the click, receipts after half a year, and the keys of days that
 * no window reaches, without which hashes that were copied elsewhere tell nobody anything.
 */
export async function deleteExpiredTraces(pool: Pool, now: Date): Promise<Forgotten> {
  const before = (days: number) => now.getTime() - days * DAY_MS;
  const remove = async (text: string, value: Date | string) =>
    (await pool.query(text, [value])).rowCount ?? 0;
  return {
    signals: await remove(SIGNALS, now),
    // After the signals. A report that is not as old may have been loaded before its click.
    reports: await remove(REPORTS, lowestIdAt(now.getTime() - DAY_MS)),
    queries: await remove(QUERIES, lowestIdAt(before(NAMED_CLICK_DAYS))),
    opens: await remove(OPENS, now),
    delivered: await remove(DELIVERED, lowestIdAt(before(NAMED_CLICK_DAYS))),
    receipts: await remove(RECEIPTS, new Date(before(RECEIPT_DAYS))),
    keys: await remove(KEYS, now),
  };
}
