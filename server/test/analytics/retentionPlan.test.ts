import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { expireClicks } from '#visits/postgres/expireClicks.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import type { Database } from '#platform/db/schema.ts';
import { startOfDay } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A month of its own, long over, so that all of it lies in one partition. */
const MONTH = Date.UTC(2026, 2);
const DAYS = 30;
const PROJECTS = 40;
const CLICKS = 120_000;
const PROJECT = newId();

test("deleting a project's day does not read the rest of its month", async () => {
  const connectionString = await makeMigratedDatabase();
  await using connection = connect({ connectionString, log: silentLog });
  const { db } = connection;
  await ensurePartitions(db, new Date(MONTH), 1);
  await sowClicks(db);
  const { text, parameters } = await findDelete(db);
  const explained = CompiledQuery.raw(`explain analyze ${text}`, parameters);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Cond: .*project_number = .*clicked_at >= .*clicked_at < /);
  const aDay = CLICKS / PROJECTS / DAYS;
  for (const [, removed = ''] of plan.matchAll(/Rows Removed by Filter: (\d+)/g)) {
    assert.ok(Number(removed) <= aDay, plan);
  }
});

/** The statement that deletes the clicks of the oldest day, kept from running. */
async function findDelete(db: Kysely<Database>) {
  let found: CompiledQuery | undefined;
  const spied = db.withPlugin({
    transformQuery({ node }) {
      const compiled = db.getExecutor().compileQuery(node, { queryId: 'plan' });
      if (/delete from clicks where [^;]* and project_number = /.test(compiled.sql)) {
        found = compiled;
        throw new Error('Kept from running');
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const now = new Date(startOfDay(MONTH) + DAYS * DAY_MS);
  await assert.rejects(expireClicks(spied, readPlans(undefined), { now }), /Kept from running/);
  assert.ok(found);
  return { text: found.sql, parameters: [...found.parameters] };
}

/** Clicks in the order of time, spread evenly over projects with one link each. */
async function sowClicks(db: Kysely<Database>): Promise<void> {
  const ids = Array.from({ length: PROJECTS }, (_, index) => (index === 0 ? PROJECT : newId()));
  await db
    .insertInto('projects')
    .values(
      ids.map((id, index) => ({
        id,
        name: 'Plans',
        plan: 'business',
        click_retention_days: index === 0 ? 20 : null,
      })),
    )
    .execute();
  const domain = newId();
  await db
    .insertInto('domains')
    .values({ id: domain, project_id: PROJECT, host: 'plans.test', verification_token: 'x' })
    .execute();
  await db
    .insertInto('links')
    .values(
      ids.map((id) => ({
        id: newId(),
        project_id: id,
        domain_id: domain,
        slug: 'a',
        type: 'unified' as const,
      })),
    )
    .execute();
  const step = (DAYS * DAY_MS) / CLICKS;
  await sql`
    insert into clicks (id, clicked_at, link_key, kind, source)
    select (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
           to_timestamp(at / 1000.0), (select min(key) from links) + n % ${PROJECTS}::int, 1, 0
    from (
      select n, (${MONTH}::bigint + floor(n * ${step}::float8))::bigint as at
      from generate_series(0, ${CLICKS - 1}::int) as n
    ) as times`.execute(db);
  // Retention begins with the first day that the project's totals know of.
  await sql`
    insert into rollups (project_number, link_key, dimension, at, code, count)
    select number, 0, 0, ${new Date(MONTH)}, 1, 1 from projects where id = ${PROJECT}`.execute(db);
  await sql`vacuum analyze clicks`.execute(db);
  await sql`vacuum analyze links`.execute(db);
}
