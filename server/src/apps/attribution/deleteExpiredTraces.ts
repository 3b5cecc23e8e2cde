import { type RawBuilder, sql } from 'kysely';
import { MEMORY_MINUTES } from './matching/decideMatch.ts';
import { type OfProjects, projectsApart, stepsApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import { NAMED_CLICK_DAYS } from './matching/findNamedClick.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** How long a first open can be explained. */
const RECEIPT_DAYS = 180;

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
export async function deleteExpiredTraces(db: Db, now: Date): Promise<Forgotten> {
  const forgotten = { ...NOTHING };
  const remove = async (kind: keyof Forgotten, statement: RawBuilder<unknown>) => {
    const { numAffectedRows = 0n } = await statement.execute(db);
    forgotten[kind] += Number(numAffectedRows);
  };
  const steps = stepsOf(now);
  await stepsApart(
    Object.fromEntries(
      KINDS.map((kind) => {
        const step = steps[kind];
        return typeof step === 'function'
          ? [kind, () => projectsApart(db, (of) => remove(kind, step(of)))]
          : [kind, () => remove(kind, step)];
      }),
    ),
  );
  return forgotten;
}

const NOTHING = {
  signals: 0,
  // After the signals.
  reports: 0,
  queries: 0,
  opens: 0,
  delivered: 0,
  testCodes: 0,
  receipts: 0,
  referrers: 0,
  keys: 0,
};
const KINDS = Object.keys(NOTHING) as (keyof Forgotten)[];

/** A statement, or one for the rows of some projects where rows say whose they are. */
type Step = RawBuilder<unknown> | ((of: OfProjects) => RawBuilder<unknown>);

function stepsOf(now: Date): Record<keyof Forgotten, Step> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const idBefore = (days: number) => lowestIdAt(before(days).getTime());
  return {
    // Older than the project's window and our memory of IP addresses, or of a project that has switched matching off or been deleted.
    signals: (of) => sql`
      delete from click_signals where click_id in (
        select click_id from click_signals as signals left join projects on projects.id = project_id
        where ${of('project_id')} and (
          not coalesce(probabilistic_matching, false)
          or clicked_at < ${now}::timestamptz
               - make_interval(mins => greatest(matching_window_minutes, ${MEMORY_MINUTES}))
        )
      )`,
    // A more recent report may have been loaded before its click.
    reports: sql`
      delete from click_reports as report where click_id < ${idBefore(1)} and not exists (
        select from click_signals as signals where signals.click_id = report.click_id
      )`,
    queries: sql`delete from click_queries where click_id < ${idBefore(NAMED_CLICK_DAYS)}`,
    // Far longer than the interval in which two resolves count as one open.
    opens: sql`
      delete from recent_opens where opened_at < ${now}::timestamptz - interval '1 minute'`,
    delivered: sql`
      delete from delivered_clicks where click_id < ${idBefore(NAMED_CLICK_DAYS)}`,
    testCodes: (of) => sql`
      delete from test_codes where ends_at < ${now} and ${of('project_id')}`,
    receipts: (of) => sql`
      delete from attribution_receipts
      where created_at < ${before(RECEIPT_DAYS)} and ${of('project_id')}`,
    // From then on the installation is as old as its receipt or older.
    referrers: (of) => sql`
      update installations set referrers = null
      where referrers is not null and first_seen_at < ${before(RECEIPT_DAYS)} and ${of('project_id')}`,
    // Needed until the longest window and that memory no longer reach back to its day.
    keys: sql`
      delete from day_keys
      where (day + 1)::timestamp at time zone 'UTC' <= ${now}::timestamptz - make_interval(mins => (
        select greatest(max(matching_window_minutes), ${MEMORY_MINUTES}) from projects where probabilistic_matching
      ))`,
  };
}
