import type { Pool } from 'pg';
import { MEMORY_MINUTES } from './matching/decideMatch.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import { NAMED_CLICK_DAYS } from './matching/findNamedClick.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** How long a first open can be explained. */
const RECEIPT_DAYS = 180;

/**
 * Older than the project's window and our memory of IP addresses, or of a project that has switched matching off or
 * been deleted.
 */
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
/** Far longer than the interval in which two resolves count as one open. */
const OPENS = `delete from recent_opens where opened_at < $1::timestamptz - interval '1 minute'`;
const DELIVERED = 'delete from delivered_clicks where click_id < $1';
const TEST_CODES = 'delete from test_codes where ends_at < $1';
const RECEIPTS = 'delete from attribution_receipts where created_at < $1';
/** From then on the installation is as old as its receipt or older. */
const REFERRERS =
  'update installations set referrers = null where referrers is not null and first_seen_at < $1';
/** A key is needed until the longest window and that memory no longer reach back to its day. */
const KEYS = `
delete from day_keys
where (day + 1)::timestamp at time zone 'UTC' <= $1::timestamptz - make_interval(mins => (
  select greatest(max(matching_window_minutes), ${MEMORY_MINUTES}) from projects where probabilistic_matching
))`;

/** How many rows of each kind were deleted. */
export interface Forgotten {
  readonly signals: number;
  readonly queries: number;
  readonly opens: number;
  readonly delivered: number;
  readonly reports: number;
  readonly testCodes: number;
  readonly receipts: number;
  readonly referrers: number;
  readonly keys: number;
}

/**
 * Deletes what attribution no longer needs (ADR 8): signals after the project's window or six hours, forwarded
 * parameters once stores no longer remember the click, receipts and what stores report after half a year, and daily keys that no
 * window reaches, without which copied hashes are useless.
 */
export async function deleteExpiredTraces(pool: Pool, now: Date): Promise<Forgotten> {
  const before = (days: number) => now.getTime() - days * DAY_MS;
  const remove = async (text: string, value: Date | string) =>
    (await pool.query(text, [value])).rowCount ?? 0;
  return {
    signals: await remove(SIGNALS, now),
    // After the signals. A more recent report may have been loaded before its click.
    reports: await remove(REPORTS, lowestIdAt(now.getTime() - DAY_MS)),
    queries: await remove(QUERIES, lowestIdAt(before(NAMED_CLICK_DAYS))),
    opens: await remove(OPENS, now),
    delivered: await remove(DELIVERED, lowestIdAt(before(NAMED_CLICK_DAYS))),
    testCodes: await remove(TEST_CODES, now),
    receipts: await remove(RECEIPTS, new Date(before(RECEIPT_DAYS))),
    referrers: await remove(REFERRERS, new Date(before(RECEIPT_DAYS))),
    keys: await remove(KEYS, now),
  };
}
