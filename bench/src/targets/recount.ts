import type { ClientBase } from 'pg';
import { rebuildTotals } from './rebuildTotals.ts';
import type { BenchServer } from './startServer.ts';

/** Links whose counters differ from what their rows add up to. */
export async function countWrongCounters(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(`
    with facts as (
      select link_key, kind from clicks union all select link_key, 0 from opens
    ), counted as (
      select link_key, count(*) filter (where kind = 1) as clicks,
             count(*) filter (where kind = 2) as previews,
             count(*) filter (where kind = 3) as bots, count(*) filter (where kind = 0) as opens
      from facts group by link_key
    )
    select count(*)::integer as wrong
    from counted full join link_counters as kept using (link_key)
    where (coalesce(counted.clicks, 0), coalesce(counted.previews, 0), coalesce(counted.bots, 0),
           coalesce(counted.opens, 0))
       is distinct from
          (coalesce(kept.clicks, 0), coalesce(kept.previews, 0), coalesce(kept.bots, 0),
           coalesce(kept.opens, 0))`);
  return rows[0]?.wrong ?? 0;
}

/** Every total that is kept. */
const TOTALS = {
  link_counters:
    'select link_key, clicks, previews, bots, opens, last_clicked_at from link_counters',
  rollups: 'select * from rollups',
} as const;

/** Has everything counted again and answers how many rows of totals that has changed, by table. Nothing may be written meanwhile. */
export async function countWrongTotals(
  server: BenchServer,
  client: ClientBase,
): Promise<Record<string, number>> {
  const tables = Object.entries(TOTALS);
  for (const [table, rows] of tables) {
    await client.query(`create temporary table before_${table} as ${rows}`);
  }
  await rebuildTotals(server);
  const wrong: Record<string, number> = {};
  for (const [table, now] of tables) {
    const before = `select * from before_${table}`;
    const { rows } = await client.query<{ changed: number }>(
      `select count(*)::integer as changed from (
         (${before} except all ${now}) union all (${now} except all ${before})
       ) as different`,
    );
    wrong[table] = rows[0]?.changed ?? 0;
    await client.query(`drop table before_${table}`);
  }
  return wrong;
}
