import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool, QueryConfig } from 'pg';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { MAX_CANDIDATES } from '#apps/attribution/matching/decideMatch.ts';
import {
  findCandidates,
  openCandidateSearches,
} from '#apps/attribution/matching/findCandidates.ts';
import { connect } from '#platform/db/connections/connect.ts';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const CLICKS = 20_000;
const PROJECT = newId();
/** One address under the keys of yesterday and today. */
const HASHES = ['1', '2'];

test('the candidates query reads no more clicks of a busy IP address than its limit, across days', async () => {
  const connectionString = await makeMigratedDatabase();
  await using connection = connect({ connectionString, log: silentLog });
  const { db, pool } = connection;
  await sowClicks(db);
  const project = await findProject(db, PROJECT);
  assert.ok(project);
  const from = new Date(Date.now() - 6 * 3600 * 1000);
  const asked: QueryConfig[] = [];
  const found = await findCandidates(
    openCandidateSearches(listenedTo(pool, asked)),
    project,
    HASHES,
    from,
  );
  assert.equal(found.length, MAX_CANDIDATES + 1);
  const times = found.map(({ clickedAt }) => clickedAt.getTime());
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  const [{ text, values } = { text: '' }] = asked;
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain analyze ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Scan Backward using click_signals_address /);
  for (const [, read = ''] of plan.matchAll(/actual time=\S+ rows=([\d.]+)/g)) {
    assert.ok(Number(read) <= HASHES.length * (MAX_CANDIDATES + 1), plan);
  }
});

/** The pool, noting what it is asked. */
function listenedTo(pool: Pool, asked: QueryConfig[]): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: QueryConfig) => {
        asked.push(query);
        return target.query(query);
      };
    },
  });
}

async function sowClicks(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('projects')
    .values({ id: PROJECT, name: 'Plans', plan: 'business' })
    .execute();
  const domain = newId();
  await db
    .insertInto('domains')
    .values({ id: domain, project_id: PROJECT, host: 'plans.test', verification_token: 'x' })
    .execute();
  const { key } = await db
    .insertInto('links')
    .values({ id: newId(), project_id: PROJECT, domain_id: domain, slug: 'a', type: 'unified' })
    .returning('key')
    .executeTakeFirstOrThrow();
  await sql`
    insert into click_signals (click_id, project_id, link_key, clicked_at, address_hash, os)
    select gen_random_uuid(), ${PROJECT}::uuid, ${key}::int, now() - n * interval '1 second',
           1 + n % 2, 'ios'
    from generate_series(1, ${CLICKS}::int) as n`.execute(db);
  await sql`vacuum analyze click_signals`.execute(db);
}
