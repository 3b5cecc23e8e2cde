import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { listLinkReceipts } from '#apps/attribution/listLinkReceipts.ts';
import { connect } from '#platform/db/connections/connect.ts';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { planOf } from '../db/planOf.ts';

/** Several pages of each link: of fewer, it is as good to read all and sort them. */
const RECEIPTS = 60_000;
const LINKS = 150;
const PROJECT = newId();

test("a page of a link's receipts reads only its own index entries", async () => {
  const connectionString = await makeMigratedDatabase();
  await using connection = connect({ connectionString, log: silentLog });
  const { db } = connection;
  await sowReceipts(db);
  const page = { limit: 51 };
  const link = { key: 7 };
  const first = await listLinkReceipts(db, { id: PROJECT }, link, page);
  assert.equal(first.length, 51);
  for (const before of [undefined, first.at(-1)?.id]) {
    const plan = await planOf(db, (spied) =>
      listLinkReceipts(spied, { id: PROJECT }, link, { ...page, before }),
    );
    assert.match(plan, /Index Scan Backward using attribution_receipts_link /);
    assert.doesNotMatch(plan, /Seq Scan|Sort|Rows Removed by Filter/);
    if (before !== undefined) assert.match(plan, /Index Cond: .*ROW\(created_at, id\) </);
  }
});

async function sowReceipts(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('projects')
    .values({ id: PROJECT, name: 'Plans', plan: 'business' })
    .execute();
  await sql`
    insert into attribution_receipts
      (id, project_id, created_at, match_type, reason, click_id, link_key, details)
    select gen_random_uuid(), ${PROJECT}::uuid, now() - n * interval '1 second',
           'deterministic', 'matched', gen_random_uuid(), n % ${LINKS}::integer, '{}'
    from generate_series(1, ${RECEIPTS}::integer) as n`.execute(db);
  await sql`vacuum analyze attribution_receipts`.execute(db);
}
