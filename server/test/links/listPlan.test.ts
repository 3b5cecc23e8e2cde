import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { countMatches } from '#links/finding/linkFilter.ts';
import { listLinks } from '#links/finding/listLinks.ts';
import { connect } from '#platform/db/connections/connect.ts';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { planOf } from '../db/planOf.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const LINKS = 100_000;
/** Of other projects. */
const OTHERS = 20_000;
const TAGS = 50;
const FOLDERS = 20;
const PROJECT = { id: newId() };
const PAGE = 50;

test('a page of 100,000 links is read from an index, whatever it is filtered by', async () => {
  const connectionString = await makeMigratedDatabase();
  await using connection = connect({ connectionString, log: silentLog });
  const { db } = connection;
  const folder = await sowLinks(db);
  const page = (filter: object, cursor?: string) =>
    planOf(db, (spied) =>
      listLinks(spied, PROJECT, {
        ascending: false,
        limit: PAGE,
        ...filter,
        ...(cursor !== undefined && { cursor }),
      }),
    );
  const first = await listLinks(db, PROJECT, { ascending: false, limit: PAGE, tag: 'Tag 7' });
  assert.equal(first.links.length, PAGE);
  for (const [filter, index, share] of [
    [{}, 'links_created', 1],
    [{ tag: 'Tag 7' }, 'links_created', TAGS],
    [{ tag: 'tag 7,TAG 8' }, 'links_created', TAGS],
    [{ folder }, 'links_folder', 1],
    [{ folder, archived: false }, 'links_folder', 1],
    [{ slug: 's77' }, 'links_slug', 1],
  ] as const) {
    const plan = await page(filter);
    assert.match(plan, new RegExp(`using ${index} on links`));
    assert.doesNotMatch(plan, /Seq Scan on links/);
    for (const [, removed = ''] of plan.matchAll(/Rows Removed by Filter: (\d+)/g)) {
      assert.ok(Number(removed) <= (PAGE + 1) * share, plan);
    }
  }
  const further = await page({ tag: 'Tag 7' }, first.nextCursor);
  assert.match(further, /Index Cond: .*ROW\(created_at, id\) </);
  const count = await planOf(db, (spied) => countMatches(spied, PROJECT, { folder }));
  assert.match(count, /using links_folder on links/);
});

/** In each link two tags, in each folder as many links; the id of a folder. */
async function sowLinks(db: Kysely<Database>): Promise<string> {
  const other = newId();
  const folders = Array.from({ length: FOLDERS }, newId);
  await db.transaction().execute(async (tx) => {
    for (const id of [PROJECT.id, other]) {
      await tx.insertInto('projects').values({ id, name: 'Plans', plan: 'business' }).execute();
      await sql`insert into domains (id, project_id, host, verification_token, verified_at)
        values (${id}::uuid, ${id}::uuid, ${`${id}.example`}, 'token', now())`.execute(tx);
    }
    await sql`insert into folders (id, project_id, name)
      select id, ${PROJECT.id}::uuid, 'Folder ' || n
      from unnest(${folders}::uuid[]) with ordinality as each (id, n)`.execute(tx);
    await sql`insert into links (id, project_id, domain_id, type, slug, tags, folder_id, created_at)
      select gen_random_uuid(), case when mine then ${PROJECT.id}::uuid else ${other}::uuid end,
        case when mine then ${PROJECT.id}::uuid else ${other}::uuid end, 'unified', 's' || n,
        array['Tag ' || n % ${TAGS}::int, 'Tag ' || (n + 1) % ${TAGS}::int],
        case when mine then (${folders}::uuid[])[n % ${FOLDERS}::int + 1] end,
        now() - n * interval '1 minute'
      from generate_series(1, ${LINKS + OTHERS}::int) as n, lateral (select n <= ${LINKS}::int as mine) as whose`.execute(
      tx,
    );
  });
  await sql`vacuum analyze links`.execute(db);
  return folders[3]!;
}
