import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Project } from '../projects/Project.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import type { AnalyticsWindow } from './chooseWindow.ts';
import { DIMENSION } from './dimensions.ts';
import { readState } from './inMerge.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Distinct visitors of each UTC day, added up: the hash of a visitor changes with the day. */
export async function countUnique(
  trx: Transaction<Database>,
  clicks: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ visitors: number }>`
    select count(*) as visitors from (
      select distinct date_trunc('day', clicked_at, 'UTC'), visitor
      from ${clicks} as click where kind = 1 and visitor is not null
    ) as seen`.execute(trx);
  return rows[0]?.visitors ?? 0;
}

/** Whole days from the roll-ups as far as they are counted, the rest from rows. */
export async function countUniqueOfProject(
  trx: Transaction<Database>,
  project: Project,
  { from, to }: Pick<AnalyticsWindow, 'from' | 'to'>,
): Promise<number> {
  const { visitorsFrom } = await readState(trx);
  const first = Math.min(Math.ceil(from.getTime() / DAY_MS) * DAY_MS, to.getTime());
  const last = Math.floor(Math.min(to.getTime(), visitorsFrom.getTime()) / DAY_MS) * DAY_MS;
  const end = Math.max(first, last);
  // A day that clicks came to late is counted anew by the next merge, and from its rows until then.
  const lateDays = await listLateDays(trx, project, { from: new Date(first), to: new Date(end) });
  const { rows } = await sql<{ visitors: number | null }>`
    select sum(clicks)::bigint as visitors from project_rollups
    where project_id = ${project.id} and dimension = ${sql.lit(DIMENSION.visitors)}
      and at >= ${new Date(first)} and at < ${new Date(end)}
      and at <> all (${lateDays.map((day) => new Date(day))}::timestamptz[])`.execute(trx);
  const rest = [
    [from.getTime(), first],
    [end, to.getTime()],
    ...lateDays.map((day) => [day, day + DAY_MS] as const),
  ] as const;
  const pieces = rest.map(
    ([low, high]) => sql`
      select clicks.* from clicks join links on links.key = clicks.link_key
      where links.project_id = ${project.id} and clicked_at < ${new Date(high)}
        and clicks.id >= ${lowestIdAt(low)}::uuid and clicks.id < ${lowestIdAt(high)}::uuid`,
  );
  const raw = await countUnique(trx, sql`(${sql.join(pieces, sql` union all `)})`);
  return (rows[0]?.visitors ?? 0) + raw;
}

/** Milliseconds at which the days begin. */
async function listLateDays(
  trx: Transaction<Database>,
  project: Project,
  { from, to }: Pick<AnalyticsWindow, 'from' | 'to'>,
): Promise<number[]> {
  const { rows } = await sql<{ day: Date }>`
    select distinct date_trunc('day', clicked_at, 'UTC') as day
    from late_clicks join links on links.key = link_key and links.project_id = ${project.id}
    where clicked_at >= ${from} and clicked_at < ${to}`.execute(trx);
  return rows.map((row) => row.day.getTime());
}
