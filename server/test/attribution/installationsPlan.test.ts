import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { NO_MATCH_REASONS } from '@fairlead/contract/matchReasons';
import { listInstallations } from '#apps/attribution/outcomes/listInstallations.ts';
import { connect } from '#platform/db/connections/connect.ts';
import type { Database } from '#platform/db/schema.ts';
import { lowestIdAt, newId } from '#platform/lib/uuid.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { planOf } from '../db/planOf.ts';

const INSTALLATIONS = 20_000;
const PROJECT = newId();
const START_MS = Date.UTC(2026, 0, 1);

test('installations of rare outcomes are read in the order of their index, page by page', async () => {
  const connectionString = await makeMigratedDatabase();
  await using connection = connect({ connectionString, log: silentLog });
  const { db } = connection;
  await sowInstallations(db);
  const read = (of: Kysely<Database>, outcomes: readonly string[], before?: string) =>
    listInstallations(of, { id: PROJECT }, {}, outcomes, { limit: 51, before });
  for (const outcomes of [['deterministic'], NO_MATCH_REASONS]) {
    const first = await read(db, outcomes);
    assert.equal(first.length, 51);
    for (const before of [undefined, first.at(-1)?.id]) {
      const plan = await planOf(db, (spied) => read(spied, outcomes, before));
      assert.match(plan, /Index Scan Backward using attribution_receipts_outcome /);
      assert.doesNotMatch(plan, /Seq Scan|Rows Removed by Filter/);
      if (before !== undefined) assert.match(plan, /Index Cond: .*installation_id < /);
    }
  }
});

/** One in a hundred is matched, one in two hundred has the rarest reason. */
async function sowInstallations(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('projects')
    .values({ id: PROJECT, name: 'Plans', plan: 'business' })
    .execute();
  const rows = Array.from({ length: INSTALLATIONS }, (_, n) => ({
    id: lowestIdAt(START_MS + n * 60_000),
    client: `client ${n}`,
    at: new Date(START_MS + n * 60_000).toISOString(),
    matched: n % 100 === 0,
    reason: n % 200 === 1 ? 'click_of_other_model' : 'no_click_from_this_address',
  }));
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as given (id uuid, client text, at timestamptz, matched bool, reason text)
    ), installed as (
      insert into installations (id, project_id, client_id, first_seen_at, last_seen_at)
      select id, ${PROJECT}::uuid, client, at, at from given returning id
    )
    insert into attribution_receipts
      (id, project_id, installation_id, created_at, match_type, reason, click_id, link_key, details)
    select gen_random_uuid(), ${PROJECT}::uuid, id, at, case when matched then 'deterministic' end,
      case when matched then 'matched' else reason end, case when matched then gen_random_uuid() end,
      case when matched then 1 end, '{}'
    from given join installed using (id)`.execute(db);
  await sql`vacuum analyze attribution_receipts, installations`.execute(db);
}
