import { sql, type Kysely, type Transaction } from 'kysely';
import {
  DIMENSION,
  linkDimensionValues,
  projectTimes,
  projectDimensionValues,
  ROLLED_VALUES,
  SPAN,
  topValues,
} from './dimensions.ts';
import { assertNotMuchLower } from '../clicks/assertNotMuchLower.ts';
import type { RebuildOptions, Rebuilt } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import { countDays } from './countDays.ts';
import { rebuildLinkDays } from './linkDays.ts';

/** Links of one transaction: their writers wait for it. */
const LINKS = 1_000;

/**
 * Counts everything again from the rows that are kept, beside what retention has folded away. Rows and totals change
 * together, so on one snapshot their difference is what is wrong; it is added to the totals as they are by then. Writers
 * go on meanwhile.
 */
export function rebuildTotals(
  db: Kysely<Database>,
  { mayLower = false }: RebuildOptions = {},
): Promise<Rebuilt> {
  return db.connection().execute(async (connection) => {
    const rebuilt = await connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set local work_mem = '256MB'`.execute(trx);
        await findCounterDifferences(trx);
        if (!mayLower) await checkDifferences(trx);
        await findValueDifferences(trx);
        await findProjectDifferences(trx);
        return count(trx);
      });
    await correctLinks(connection);
    await connection.transaction().execute(correctProjects);
    await sql`drop table counter_differences, word_differences, rollup_differences, time_differences`.execute(
      connection,
    );
    await noteStaleDays(connection);
    await countDays(connection);
    await rebuildLinkDays(connection);
    return rebuilt;
  });
}

/** Every closed day that has rows, or figures made of them. */
async function noteStaleDays(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into stale_days (day)
    select day from closed_days, (
      select date_trunc('day', clicked_at, 'UTC') as day from clicks
      union
      select date_trunc('day', opened_at, 'UTC') from opens
      union
      select at from project_rollups where dimension = ${sql.lit(DIMENSION.visitors)}
    ) as days
    where day < until order by day
    on conflict do nothing`.execute(db);
}

async function count(trx: Transaction<Database>): Promise<Rebuilt> {
  const { rows } = await sql<Rebuilt>`
    select (select count(*) from clicks) as clicks,
           (select count(*) from counter_differences) as corrected`.execute(trx);
  return rows[0] ?? { clicks: 0, corrected: 0 };
}

async function findCounterDifferences(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table counter_differences as
    with good as (
      select project_number, link_key, sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
             sum(bots)::bigint as bots, sum(opens)::bigint as opens,
             max(last_clicked_at) as last_clicked_at
      from (
        select project_number, link_key, count(*) filter (where kind = 1) as clicks,
               count(*) filter (where kind = 2) as previews, count(*) filter (where kind = 3) as bots,
               0 as opens, max(clicked_at) filter (where kind = 1) as last_clicked_at
        from clicks group by project_number, link_key
        union all
        select project_number, link_key, 0, 0, 0, count(*), null
        from opens group by project_number, link_key
        union all
        select project_number, link_key, clicks, previews, bots, opens, last_clicked_at from link_expired
      ) as parts
      group by project_number, link_key
    ), compared as (
      select project_number, link_key, coalesce(good.clicks, 0) - coalesce(now.clicks, 0) as clicks,
             coalesce(good.previews, 0) - coalesce(now.previews, 0) as previews,
             coalesce(good.bots, 0) - coalesce(now.bots, 0) as bots,
             coalesce(good.opens, 0) - coalesce(now.opens, 0) as opens,
             good.last_clicked_at, now.last_clicked_at as wrong_last
      from good full join link_counters as now using (project_number, link_key)
    )
    select * from compared
    where (clicks, previews, bots, opens) <> (0, 0, 0, 0)
       or last_clicked_at is distinct from wrong_last`.execute(trx);
}

async function checkDifferences(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ before: number; change: number }>`
    select coalesce((select sum(clicks + previews + bots) from link_counters), 0)::bigint as before,
           coalesce((select sum(clicks + previews + bots) from counter_differences), 0)::bigint as change`.execute(
    trx,
  );
  const { before, change } = rows[0]!;
  assertNotMuchLower(before, before + change);
}

async function findValueDifferences(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table word_differences as
    select project_number, link_key, dimension, code, sum(clicks)::bigint as clicks
    from (
      ${sql.raw(linkDimensionValues('clicks'))}
      union all
      select project_number, link_key, dimension, code, expired - clicks from link_totals
    ) as parts
    group by 1, 2, 3, 4 having sum(clicks) <> 0`.execute(trx);
}

/** Days that retention has deleted rows of keep what was counted while they were there. */
async function findProjectDifferences(trx: Transaction<Database>): Promise<void> {
  const located = `(
    select clicks.*, projects.id as project_id, date_trunc('hour', clicked_at, 'UTC') as hour
    from clicks join projects on projects.number = project_number
      left join project_retention as kept on kept.project_id = projects.id
    where kept_from is null or clicked_at >= kept_from
  )`;
  const opened = `(
    select projects.id as project_id, opened_at
    from opens join projects on projects.number = project_number
      left join project_retention as kept on kept.project_id = projects.id
    where kept_from is null or opened_at >= kept_from
  )`;
  const expired = sql.raw('kept.project_id = total.project_id and total.at < kept.kept_from');
  await sql`
    create temporary table rollup_differences as
    with dimension_values as materialized (${sql.raw(projectDimensionValues(located))}), whole as materialized (
      select * from (${sql.raw(ROLLED_VALUES)}) as rolled where span <> ${sql.lit(SPAN.month)}
      union all
      select project_id, dimension, span, at, code, clicks from project_rollups as total
      where span <> ${sql.lit(SPAN.month)} and dimension <> ${sql.lit(DIMENSION.visitors)}
        and exists (select from project_retention as kept where ${expired})
    )
    select project_id, dimension, span, at, code, sum(clicks)::bigint as clicks
    from (
      select * from whole
      union all
      select project_id, dimension, ${sql.lit(SPAN.month)}, date_trunc('month', at, 'UTC'), code, clicks
      from whole where span = ${sql.lit(SPAN.day)}
      union all
      select project_id, dimension, span, at, code, -clicks from project_rollups
      where dimension <> ${sql.lit(DIMENSION.visitors)}
    ) as parts
    group by 1, 2, 3, 4, 5 having sum(clicks) <> 0`.execute(trx);
  await sql`
    create temporary table time_differences as
    select project_id, span, at, sum(opens)::bigint as opens, sum(clicks)::bigint as clicks,
           sum(previews)::bigint as previews, sum(bots)::bigint as bots
    from (
      select * from (${sql.raw(projectTimes(located, opened))}) as counted (project_id, span, at, opens, clicks, previews, bots)
      union all
      select project_id, span, at, -opens, -clicks, -previews, -bots from project_times as total
      where not exists (select from project_retention as kept where ${expired})
    ) as parts
    group by 1, 2, 3
    having (sum(opens), sum(clicks), sum(previews), sum(bots)) <> (0, 0, 0, 0)`.execute(trx);
}

/** The counters' rows are locked first: who moves the same links' totals comes before or after. */
async function correctLinks(connection: Kysely<Database>): Promise<void> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ link_key: number }>`
      select link_key from (
        select link_key from counter_differences union select link_key from word_differences
        union select link_key from link_counters
      ) as links where link_key > ${after} order by link_key limit ${LINKS}`.execute(connection);
    const last = rows.at(-1)?.link_key;
    if (last === undefined) return;
    const within = (table: string) =>
      sql`${sql.ref(`${table}.link_key`)} > ${after} and ${sql.ref(`${table}.link_key`)} <= ${last}`;
    await connection.transaction().execute(async (trx) => {
      await sql`
        insert into link_counters as now
          (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
        select project_number, link_key, clicks, previews, bots, opens, last_clicked_at from counter_differences as off
        where ${within('off')} order by link_key
        on conflict (link_key) do update set
          clicks = now.clicks + excluded.clicks, previews = now.previews + excluded.previews,
          bots = now.bots + excluded.bots, opens = now.opens + excluded.opens,
          last_clicked_at = case
            when now.last_clicked_at is not distinct from (
              select wrong_last from counter_differences as off where off.link_key = now.link_key
            ) then excluded.last_clicked_at
            else greatest(now.last_clicked_at, excluded.last_clicked_at)
          end`.execute(trx);
      await sql`
        select from link_counters as now where ${within('now')} order by link_key for update`.execute(
        trx,
      );
      await sql`
        insert into link_totals as now (project_number, link_key, dimension, code, clicks)
        select project_number, link_key, dimension, code, clicks from word_differences as off
        where ${within('off')} order by 1, 2, 3
        on conflict on constraint link_totals_pkey do update set clicks = now.clicks + excluded.clicks`.execute(
        trx,
      );
      await sql`
        delete from link_totals as now where ${within('now')} and clicks = 0 and expired = 0`.execute(
        trx,
      );
      await sql`delete from link_tops as now where ${within('now')}`.execute(trx);
      const totals = `(select * from link_totals where link_key > ${after} and link_key <= ${last})`;
      await sql`
        insert into link_tops (project_number, link_key, device, os, browser, country) ${sql.raw(topValues(totals))}`.execute(
        trx,
      );
    });
    after = last;
  }
}

async function correctProjects(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into project_rollups as now (project_id, dimension, span, at, code, clicks)
    select * from rollup_differences where project_id in (select id from projects)
    order by 1, 2, 3, 4, 5
    on conflict on constraint project_rollups_pkey do update set clicks = now.clicks + excluded.clicks`.execute(
    trx,
  );
  await sql`
    delete from project_rollups as now using rollup_differences as off
    where (now.project_id, now.dimension, now.span, now.at, now.code)
        = (off.project_id, off.dimension, off.span, off.at, off.code) and now.clicks = 0`.execute(
    trx,
  );
  await sql`
    insert into project_times as now (project_id, span, at, opens, clicks, previews, bots)
    select * from time_differences where project_id in (select id from projects)
    order by 1, 2, 3
    on conflict on constraint project_times_pkey do update set
      opens = now.opens + excluded.opens, clicks = now.clicks + excluded.clicks,
      previews = now.previews + excluded.previews, bots = now.bots + excluded.bots`.execute(trx);
}
