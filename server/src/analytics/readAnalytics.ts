import type { Analytics } from '@fairlead/contract/operations/analytics';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Link } from '../links/Link.ts';
import type { Project } from '../projects/Project.ts';
import type { AnalyticsWindow } from './AnalyticsWindow.ts';
import { sourceOfLink, sourceOfProject } from './AnalyticsSource.ts';
import { countUnique } from './countUnique.ts';
import { rankValues } from './rankValues.ts';
import { addUp, readSeries } from './readSeries.ts';
import { DAY_MS } from '../lib/time.ts';

/** Numbers of one link or, without one, of the project, on one snapshot of the database. */
export function readAnalytics(
  db: Kysely<Database>,
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
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const exactUntil = await readMoment(trx);
      const kept = await readKeptFrom(trx, project);
      const asked = window.untilNow ? { ...window, to: exactUntil } : window;
      const held = link ? clampToKeptRows(asked, kept) : clampToKeptDays(asked, kept);
      const source = link
        ? await sourceOfLink(trx, link, held)
        : await sourceOfProject(trx, project, held, exactUntil);
      const series = await readSeries(trx, source, held);
      const uniqueVisitors = await countUnique(trx, source.visitors);
      const sessions = link ? {} : await readSessions(trx, project, held);
      return {
        from: held.from.toISOString(),
        to: held.to.toISOString(),
        timeZone: held.timeZone,
        interval: held.interval,
        exactUntil: exactUntil.toISOString(),
        totals: { ...addUp(series), uniqueVisitors, ...sessions },
        series: series.map(({ at, ...facts }) => ({ at: at.toISOString(), ...facts })),
        topValues: await rankValues(trx, source, limit),
      };
    });
}

/** The first query takes the snapshot: what was committed before this moment is in it. */
async function readMoment(trx: Transaction<Database>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  return rows[0]?.now ?? new Date(0);
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
