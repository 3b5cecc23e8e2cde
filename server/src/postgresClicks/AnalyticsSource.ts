import { sql, type RawBuilder, type Transaction } from 'kysely';
import { clickedWithin } from './clickedWithin.ts';
import type { Database } from '../db/schema.ts';
import type { Link } from '../links/Link.ts';
import type { Project } from '../projects/Project.ts';
import { DIMENSION, type TIME_SPANS } from './dimensions.ts';
import { projectNumber } from '../clicks/projectNumber.ts';
import { type ClosedDays, readClosedDays } from './closedDays.ts';
import { timesOfDays, valuesOfDays } from './linkDays.ts';
import { valuesOfProject } from './valuesOfProject.ts';
import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import { inRange } from '../db/inRange.ts';
import type { BoundedRange } from '../lib/timeRange.ts';

type TimeSpan = (typeof TIME_SPANS)[number];

/** Where the numbers of a window come from: what is ready for its whole hours or days, and rows for the rest. */
export interface AnalyticsSource {
  /** A relation with the columns of `clicks`. */
  readonly clicks: RawBuilder<unknown>;
  /** A relation with `opened_at`. */
  readonly opens: RawBuilder<unknown>;
  readonly visitors: VisitorSource;
  readonly ready: ReadyNumbers | undefined;
}

interface ReadyNumbers {
  /** A relation with `at, opens, clicks, previews, bots`, in steps of so many minutes or shorter ones. */
  times(minutes: TimeSpan): RawBuilder<unknown>;
  /** A relation with `dimension, code, clicks`. */
  readonly values: RawBuilder<unknown>;
}

/** Distinct visitors can be added up by UTC day only, so they have bounds of their own. */
export interface VisitorSource {
  readonly window: BoundedRange;
  /** Whole days that are counted. */
  readonly counted: BoundedRange | undefined;
  /** A relation with `day, visitors`. */
  readonly days: RawBuilder<unknown>;
  /** A relation with the columns of `clicks`. */
  clicks(parts: readonly BoundedRange[]): RawBuilder<unknown>;
  /** Days that no count, or an old one, is there of. */
  readonly stale: readonly Date[];
}

/** What the questions are about. */
interface Scope {
  /** A condition on `clicks` and `opens`. */
  readonly rows: RawBuilder<unknown>;
  /** Milliseconds of what is ready: hours of projects, days of links. */
  readonly grain: number;
  /** Up to when it is ready; the start of the window for a link that has nothing ready. */
  readonly readyTo: Date;
  readonly days: RawBuilder<unknown> | undefined;
  ready(whole: BoundedRange): ReadyNumbers;
}

/** A link: closed days where they are kept, else its rows, which its index finds. `trx`: repeatable read. */
export async function sourceOfLink(
  trx: Transaction<Database>,
  link: Pick<Link, 'key'>,
  window: BoundedRange,
): Promise<AnalyticsSource> {
  const days = await readClosedDays(trx);
  const busy = await trx
    .selectFrom('busy_links')
    .select('link_key')
    .where('link_key', '=', link.key)
    .executeTakeFirst();
  return chooseSource(days, window, {
    rows: sql`link_key = ${link.key}`,
    grain: DAY_MS,
    readyTo: busy ? earlier(window.to, endOfCounted(days, window)) : window.from,
    days: busy && sql`(select day, visitors from link_days where link_key = ${link.key})`,
    ready: ({ from, to }) => ({
      times: () => timesOfDays(link.key, from, to),
      values: valuesOfDays(link.key, from, to),
    }),
  });
}

/**
 * A project: whole hours from roll-ups. `trx`: repeatable read, of
 * the moment `now`: a window that does not end before takes the running hour whole, as nothing comes after it.
 */
export async function sourceOfProject(
  trx: Transaction<Database>,
  { id }: Pick<Project, 'id'>,
  window: BoundedRange,
  now: Date,
): Promise<AnalyticsSource> {
  const nextHour = new Date(Math.ceil(window.to.getTime() / HOUR_MS) * HOUR_MS);
  return chooseSource(await readClosedDays(trx), window, {
    rows: sql`project_number = ${projectNumber(id)}`,
    grain: HOUR_MS,
    readyTo: window.to < now ? window.to : nextHour,
    days: sql`(select at as day, clicks as visitors from project_rollups
      where project_id = ${id} and dimension = ${sql.lit(DIMENSION.visitors)})`,
    ready: (whole) => ({
      times: (minutes) => sql`
        select at, opens, clicks, previews, bots from project_times
        where project_id = ${id} and span = ${sql.lit(minutes)} and ${inRange('at', whole)}`,
      values: valuesOfProject(id, whole),
    }),
  });
}

function chooseSource(closed: ClosedDays, window: BoundedRange, scope: Scope): AnalyticsSource {
  const rows = (table: string, columns: string, condition: RawBuilder<unknown>) =>
    sql`select ${sql.raw(columns)} from ${sql.table(table)} where ${scope.rows} and ${condition}`;
  const clicksIn = (bounds: BoundedRange) => rows('clicks', '*', clickedWithin(bounds));
  const whole = wholeOf(window, scope.grain, scope.readyTo);
  const ends = whole
    ? [
        { from: window.from, to: whole.from },
        { from: whole.to, to: window.to },
      ].filter((end) => end.from < end.to)
    : [window];
  // A relation without rows still has columns.
  if (ends.length === 0) ends.push({ from: window.to, to: window.to });
  const clicks = ends.map(clicksIn);
  const opens = ends.map((end) => rows('opens', 'opened_at', inRange('opened_at', end)));
  const { days } = scope;
  return {
    clicks: together(clicks),
    opens: together(opens),
    visitors: {
      window,
      counted: days && wholeOf(window, DAY_MS, earlier(window.to, closed.until)),
      days: days ?? sql`(select null::timestamptz as day, 0 as visitors where false)`,
      clicks: (parts) => together(parts.map(clicksIn)),
      stale: closed.stale,
    },
    ready: whole && scope.ready(whole),
  };
}

/** Up to where all days of a window are counted. */
function endOfCounted({ until, stale }: ClosedDays, { from }: BoundedRange): Date {
  const reached = from.getTime() - DAY_MS;
  return stale.find((day) => day.getTime() > reached) ?? until;
}

function together(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(parts, sql` union all `)})`;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** The whole hours or days from the start of a window up to `end`, if there are any. */
function wholeOf({ from }: BoundedRange, grain: number, end: Date): BoundedRange | undefined {
  const first = Math.ceil(from.getTime() / grain) * grain;
  const last = Math.floor(end.getTime() / grain) * grain;
  return first < last ? { from: new Date(first), to: new Date(last) } : undefined;
}
