import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '../AnalyticsWindow.ts';
import { chooseWindow } from '../chooseWindow.ts';
import { findTimeZone } from '../findTimeZone.ts';
import { startOfLocalDay } from '../timesOfZone.ts';

/**
 * What a shared page is about: whole days of the project's zone, whatever is asked for. Windows that differ by a minute would, one taken from
 * the other, tell what is left out because few people did it. Fails as `chooseWindow` does.
 */
export async function chooseSharedWindow(
  db: Db,
  project: Pick<Project, 'timeZone'>,
  query: AnalyticsQuery,
): Promise<AnalyticsWindow> {
  const window = await chooseWindow(db, query);
  const zone = (await findTimeZone(db, project.timeZone)) ?? 'UTC';
  const dayOf = (moment: Date, days: number) =>
    startOfLocalDay(
      sql`date_trunc('day', ${moment}::timestamptz at time zone ${zone}) + make_interval(days => ${sql.lit(days)})`,
      zone,
    );
  const { rows } = await sql<{ from: Date | null; start: Date | null; end: Date | null }>`
    select ${dayOf(window.from, 0)} as "from", ${dayOf(window.to, 0)} as start, ${dayOf(window.to, 1)} as "end"`.execute(
    db,
  );
  const { from, start, end } = rows[0]!;
  const isWhole = start?.getTime() === window.to.getTime();
  return {
    ...window,
    from: from ?? window.from,
    to: window.untilNow || isWhole ? window.to : (end ?? window.to),
  };
}
