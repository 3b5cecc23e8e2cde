import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { assertNotMuchLower } from '../clicks/assertNotMuchLower.ts';
import type { RebuildOptions, Rebuilt } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../lib/Problem.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { streamAllCounts } from './countLinks.ts';
import { maintainSlices } from './maintainSlices.ts';
import { noteAllStale } from './slices.ts';

/** How long batches that are under way have to end. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

/**
 * Counts lifetime numbers and roll-ups again from the rows, beside what retention has folded away. Loading waits meanwhile, since
 * a batch is in ClickHouse before PostgreSQL has counted it; clicks are taken all the same.
 */
export async function rebuildSlices(
  ch: ClickHouse,
  db: Kysely<Database>,
  { mayLower = false }: RebuildOptions = {},
): Promise<Rebuilt> {
  const rebuilt = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fairlead shipping', 0))`.execute(trx);
    await untilNothingUnderWay(db);
    const before = await sumCounters(trx);
    const corrected = await correctCounters(ch, trx);
    if (!mayLower) assertNotMuchLower(before, await sumCounters(trx));
    return corrected;
  });
  for (const [span, start] of [
    ['hour', 'toStartOfHour(at)'],
    ['day', `toStartOfDay(at)`],
  ] as const) {
    const rows = await ch.select<{ second: number }>(
      `SELECT DISTINCT toUnixTimestamp(${start}) AS second FROM clicks`,
    );
    await noteAllStale(
      db,
      span,
      rows.map(({ second }) => new Date(second * 1000)),
    );
  }
  await maintainSlices(ch, db);
  return rebuilt;
}

/** A batch whose loader died is known only once a loader has tried it again. */
async function untilNothingUnderWay(db: Kysely<Database>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const under_way = await db
      .selectFrom('journals')
      .select('id')
      .where('shipping_to', 'is not', null)
      .executeTakeFirst();
    if (under_way === undefined) return;
    if (Date.now() > end) {
      throw new Problem(
        'UNAVAILABLE',
        `A batch of journal ${under_way.id} is under way to ClickHouse; start its node, or wait until it has shipped it`,
      );
    }
  }
}

async function sumCounters(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(clicks + previews + bots), 0)::bigint as sum from link_counters`.execute(
    trx,
  );
  return rows[0]!.sum;
}

async function correctCounters(ch: ClickHouse, trx: Transaction<Database>): Promise<Rebuilt> {
  await sql`
    create temporary table recounted (link_key bigint, clicks bigint, previews bigint, bots bigint, last timestamptz)
    on commit drop`.execute(trx);
  let clicks = 0;
  for await (const group of streamAllCounts(ch)) {
    for (const each of group) clicks += each.clicks + each.previews + each.bots;
    await sql`
      insert into recounted select * from unnest(
        ${group.map(({ key }) => key)}::bigint[], ${group.map((each) => each.clicks)}::bigint[],
        ${group.map(({ previews }) => previews)}::bigint[], ${group.map(({ bots }) => bots)}::bigint[],
        ${group.map(({ lastClickedAt: at }) => (at === 0 ? null : new Date(at)))}::timestamptz[])`.execute(
      trx,
    );
  }
  const { rows } = await sql`
    with good as (
      select project_number, link_key, sum(clicks)::bigint as clicks, sum(previews)::bigint as previews,
             sum(bots)::bigint as bots, sum(opens)::bigint as opens, max(last) as last_clicked_at
      from (
        select projects.number as project_number, link_key, clicks, previews, bots, 0 as opens, last
        from recounted join links on links.key = link_key join projects on projects.id = links.project_id
        union all
        select project_number, link_key, 0, 0, 0, count(*), null from opens group by 1, 2
        union all
        select project_number, link_key, clicks, previews, bots, opens, last_clicked_at from link_expired
      ) as parts group by 1, 2
    ), added as (
      insert into link_counters as now (project_number, link_key, clicks, previews, bots, opens, last_clicked_at)
      select * from good order by link_key
      on conflict (link_key) do update set
        clicks = excluded.clicks, previews = excluded.previews, bots = excluded.bots,
        opens = excluded.opens, last_clicked_at = excluded.last_clicked_at
      where (now.clicks, now.previews, now.bots, now.opens) <>
            (excluded.clicks, excluded.previews, excluded.bots, excluded.opens)
         or now.last_clicked_at is distinct from excluded.last_clicked_at
      returning 1
    ), removed as (
      delete from link_counters where link_key not in (select link_key from good) returning 1
    )
    select from added union all select from removed`.execute(trx);
  return { clicks, corrected: rows.length };
}
