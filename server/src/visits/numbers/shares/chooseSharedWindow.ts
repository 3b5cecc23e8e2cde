import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { type RawBuilder, sql } from 'kysely';
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
  const dayOf = (moment: RawBuilder<unknown>, days: number) =>
    startOfLocalDay(
      sql`date_trunc('day', ${moment} at time zone ${zone}) + make_interval(days => ${sql.lit(days)})`,
      zone,
    );
  const beforeEnd = sql`(${window.to}::timestamptz - interval '1 microsecond')`;
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select ${dayOf(sql`${window.from}::timestamptz`, 0)} as "from", ${dayOf(beforeEnd, 1)} as "to"`.execute(
    db,
  );
  const { from, to } = rows[0]!;
  return {
    ...window,
    from: from ?? window.from,
    to: window.untilNow ? window.to : (to ?? window.to),
  };
}
