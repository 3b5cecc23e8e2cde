import { VISITORS } from '../clicks/facts/Click.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { RebuildOptions, Rebuilt } from '../numbers/ClickStore.ts';
import { eachApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import { rebuildCounters } from '../postgres/rebuildCounters.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { finishDeletions } from './expireClicks.ts';
import { countByLink, countsRelation, type LinkCount } from './readLinks.ts';
import { rollUp } from './rollUps.ts';
import { ofProject, within } from './connection/sqlText.ts';

/** How long batches that are under way have to end. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

/**
 * Counts lifetime numbers and roll-ups again from the rows, beside what retention has folded away. Loading waits meanwhile, since
 * a batch is in ClickHouse before PostgreSQL has counted it; clicks are taken all the same.
 */
export async function rebuild(
  ch: ClickHouse,
  db: Kysely<Database>,
  options: RebuildOptions = {},
): Promise<Rebuilt> {
  await finishDeletions(ch, db);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fairlead shipping', 0))`.execute(trx);
    await untilNothingUnderWay(db);
    const readRows = (counting: Transaction<Database>) => copyCounts(ch, counting);
    const rebuilt = await rebuildCounters(db, { ...options, readRows });
    await correctRollUps(ch, db);
    await db.updateTable('deployment').set({ recount: false }).execute();
    return rebuilt;
  });
}

/** A batch whose loader died is known only once a loader has tried it again. */
async function untilNothingUnderWay(db: Kysely<Database>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const busy = await db
      .selectFrom('journals')
      .select('id')
      .where('shipping_to', 'is not', null)
      .executeTakeFirst();
    if (busy === undefined) return;
    if (Date.now() > end) {
      throw new Problem(
        'UNAVAILABLE',
        `A batch of journal ${busy.id} is under way to ClickHouse; start its node, or wait until it has shipped it`,
      );
    }
  }
}

/** What the rows add up to by link, of links that exist. */
async function copyCounts(
  ch: ClickHouse,
  trx: Transaction<Database>,
): Promise<RawBuilder<unknown>> {
  await sql`
    create temporary table recounted (
      link_key bigint, clicks bigint, previews bigint, bots bigint, last_clicked_at timestamptz
    ) on commit drop`.execute(trx);
  for await (const group of ch.stream<LinkCount>(countByLink())) {
    await sql`insert into recounted select * from ${countsRelation(group)} as counted`.execute(trx);
  }
  return sql`
    select projects.number as project_number, recounted.*
    from recounted join links on links.key = link_key join projects on projects.id = links.project_id`;
}

/**
 * Adds to roll-ups what they differ by from the rows, a month of a project at a time; days whose rows are deleted stay. May be
 * broken off and repeated. Nothing may load meanwhile.
 */
export async function correctRollUps(ch: ClickHouse, db: Kysely<Database>): Promise<void> {
  const kept = await db.selectFrom('project_retention').selectAll().execute();
  const keptFrom = new Map(kept.map((row) => [row.project_id, row.kept_from]));
  const months = await ch.select<{ id: string; month: string; next: string }>(`
    SELECT DISTINCT toString(project_id) AS id, toStartOfMonth(time) AS month, addMonths(month, 1) AS next
    FROM (SELECT project_id, at AS time FROM clicks UNION ALL SELECT project_id, start FROM rollups)
    ORDER BY id, month`);
  await eachApart(months, {
    nameOf: ({ id, month }) => `${month} of project ${id}`,
    async work({ id, month, next }) {
      const from = new Date(Math.max(Date.parse(month), keptFrom.get(id)?.getTime() ?? 0));
      const range = { from, to: new Date(next) };
      if (range.from < range.to) await correctRange(ch, id, range);
    },
  });
}

/** Sets of visitors only grow: adding one again changes nothing. */
function correctRange(ch: ClickHouse, projectId: string, range: BoundedRange) {
  const scope = ofProject(projectId);
  return ch.run(`
    INSERT INTO rollups (project_id, dimension, start, value, count, visitors)
    SELECT project_id, dimension, start, value, sum(missing) AS count, uniqExactMergeState(seen) AS visitors
    FROM (
      SELECT project_id, dimension, start, value, count AS missing, visitors AS seen
      FROM (${rollUp({ where: `${scope} AND ${within('at', range)}` })})
      UNION ALL
      SELECT project_id, dimension, start, toString(value), -count, visitors
      FROM rollups WHERE ${scope} AND ${within('start', range)}
    )
    GROUP BY project_id, dimension, start, value HAVING count != 0 OR dimension = ${VISITORS}`);
}
