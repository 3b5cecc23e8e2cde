import type { Analytics } from '@fairlead/contract/operations/analytics';
import { sql, type Transaction } from 'kysely';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import type { Reading } from './openNumbers.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from './AnalyticsWindow.ts';
import { addUp, readSeries } from './readSeries.ts';
import { startsOf } from './timesOfZone.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** Numbers of one link or, without one, of the project, on one snapshot of the database. */
export function readAnalytics(
  reading: Pick<Reading, 'db' | 'now' | 'readWindow' | 'ofClicksWith'>,
  project: Project,
  {
    link,
    window,
    limit,
  }: {
    readonly link?: Link | undefined;
    readonly window: AnalyticsWindow;
    /** Entries of each list. */
    readonly limit: number;
  },
): Promise<Analytics> {
  return inSnapshot(reading.db, async (trx) => {
    const { facts } = window;
    const { now, exactUntil } = await readMoment(trx, reading.now);
    const kept = await readKeptFrom(trx, project);
    const asked = window.untilNow ? { ...window, to: now } : window;
    const held = link || facts ? clampToKeptRows(asked, kept) : clampToKeptDays(asked, kept);
    const starts = await readStarts(trx, held);
    const question = { scope: { project, link }, facts, window: held, now, starts, limit };
    const counted = await reading.readWindow(trx, question);
    const series = await readSeries(reading, trx, question, counted.times);
    const sessions = link || facts ? {} : await readSessions(trx, project, held);
    return {
      from: held.from.toISOString(),
      to: held.to.toISOString(),
      timeZone: held.timeZone,
      interval: held.interval,
      exactUntil: exactUntil.toISOString(),
      totals: { ...addUp(series), uniqueVisitors: counted.uniqueVisitors, ...sessions },
      series: series.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
      topValues: counted.topValues,
    };
  });
}

/** A journal of which nothing was heard for so long is of a machine that is gone. */
const GONE_AFTER = '1 day';

/**
 * The first query takes the snapshot. What was answered on this machine is in it, for the reader has waited for that; loaders of other
 * machines say how far they are, once a second at least. A replica's own clock says nothing of what it has: there `given` counts.
 */
export async function readMoment(
  trx: Transaction<Database>,
  given: Date | undefined,
): Promise<{ now: Date; exactUntil: Date }> {
  const moment = given ? sql`${given}::timestamptz` : sql`now()`;
  const { rows } = await sql<{ now: Date; exact_until: Date }>`
    select ${moment} as now, least(${moment}, min(loaded_until)) as exact_until from journals
    where loaded_until > ${moment} - interval '${sql.raw(GONE_AFTER)}'`.execute(trx);
  const now = rows[0]?.now ?? new Date(0);
  return { now, exactUntil: rows[0]?.exact_until ?? now };
}

async function readStarts(trx: Transaction<Database>, window: AnalyticsWindow): Promise<Date[]> {
  const { rows } = await startsOf(window).execute(trx);
  return rows.map(({ at }) => at);
}

async function readKeptFrom(trx: Transaction<Database>, project: Project): Promise<Date> {
  const row = await trx
    .selectFrom('project_retention')
    .select('kept_from')
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  return row?.kept_from ?? new Date(0);
}

function clampToKeptRows(window: AnalyticsWindow, kept: Date): AnalyticsWindow {
  const from = window.from < kept ? kept : window.from;
  return { ...window, from, to: window.to < from ? from : window.to };
}

/** Days whose rows are gone cannot be cut: they count whole. */
function clampToKeptDays(window: AnalyticsWindow, kept: Date): AnalyticsWindow {
  const day = (date: Date, round: (days: number) => number) =>
    date < kept ? new Date(round(date.getTime() / DAY_MS) * DAY_MS) : date;
  return { ...window, from: day(window.from, Math.floor), to: day(window.to, Math.ceil) };
}

async function readSessions(
  trx: Transaction<Database>,
  project: Project,
  { from, to }: AnalyticsWindow,
): Promise<{ sessions: number; sessionSeconds: number | null }> {
  const { rows } = await sql<{ sessions: number; seconds: number | null }>`
    select count(*) as sessions, avg(seconds) as seconds from session_lengths
    where project_id = ${project.id} and at >= ${from} and at < ${to}`.execute(trx);
  return { sessions: rows[0]?.sessions ?? 0, sessionSeconds: rows[0]?.seconds ?? null };
}
