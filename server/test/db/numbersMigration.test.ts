import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { newId } from '../../src/lib/uuid.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

const HOUR = 3600 * 1000;
const FIRST = Date.UTC(2026, 8, 30, 20);
const CLICKS = 400;
/** What the migration carries over. The columns of before, so that a row reads alike on both sides. */
const CARRIED = {
  clicks:
    'id, clicked_at, link_key, kind, source, device, os, browser, country, app, referrer, visitor',
  opens: 'click_id, opened_at, link_key, installation_id',
  link_counters: 'link_key, clicks, previews, bots, opens, last_clicked_at',
  link_totals: 'link_key, dimension, code, clicks, expired',
  link_tops: 'link_key, device, os, browser, country',
  link_expired: 'link_key, clicks, previews, bots, opens, last_clicked_at',
  link_days: 'link_key, day, visitors, slots, slot_counts, words, word_counts',
  busy_links: 'link_key',
} as const;

test('the migration adds project numbers and keeps every row and total', async () => {
  await using before = await openLedgerOfBefore();
  const { client, connectionString } = before;
  const rows = await readRows(client);
  const relations = await readRelations(client);
  assert.equal(rows.clicks.length, CLICKS);
  // One that is answered before and after, on a connection that knows the types of before.
  const findKey = {
    name: 'find-key',
    text: 'select key from links where slug = $1',
    values: ['a'],
  };
  await using app = connect({ connectionString, log: silentLog, max: 1 });
  const { rows: keys } = await app.pool.query(findKey);

  assert.deepEqual(await migrate({ connectionString, log: silentLog, upTo: 180 }), [
    '0180_project_numbers.sql',
  ]);

  assert.deepEqual(await readRows(client), rows);
  assert.deepEqual(await readRelations(client), relations);
  assert.deepEqual((await app.pool.query(findKey)).rows, keys);
  for (const table of Object.keys(CARRIED)) {
    const wrong = await client.query(`
      select from ${table} as row where project_number is distinct from (
        select number from projects join links on project_id = projects.id where key = row.link_key
      )`);
    assert.equal(wrong.rowCount, 0, table);
  }
});

test('rows added by an older build get their project number; rows of unknown links are dropped', async () => {
  await using before = await openLedgerOfBefore();
  const { client, connectionString } = before;
  await migrate({ connectionString, log: silentLog });
  const add = (id: string, key: string) =>
    client.query(
      `insert into clicks (id, clicked_at, link_key, kind, source) select $1, now(), ${key}, 1, 0`,
      [id],
    );
  const [known, unknown] = [newId(), newId()];
  await add(known, `(select key from links where slug = 'b')`);
  await add(unknown, '9007199254740991');
  const { rows } = await client.query(
    `select clicks.id, projects.name from clicks join projects on number = project_number
     where clicks.id = any($1)`,
    [[known, unknown]],
  );
  assert.deepEqual(rows, [{ id: known, name: 'Two' }]);
});

test('an interrupted migration changes nothing and can be run again', async () => {
  await using before = await openLedgerOfBefore();
  const { client, connectionString } = before;
  const rows = await readRows(client);
  const relations = await readRelations(client);
  await client.query('begin');
  await client.query('lock table opens in access share mode');
  const broken = migrate({ connectionString, log: silentLog });
  const refused = assert.rejects(broken, /0180_project_numbers\.sql failed and left no trace/);
  // In a session of its own: a transaction sees the others as they were when it first looked.
  const watcher = new Client({ connectionString, application_name: 'test' });
  await watcher.connect();
  await until('the migration waits for the lock, and is ended', async () => {
    const { rows } = await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'fairlead migrate'
         and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await watcher.end();
  await refused;
  await client.query('commit');
  assert.deepEqual(await readRelations(client), relations);
  await migrate({ connectionString, log: silentLog });
  assert.deepEqual(await readRows(client), rows);
});

/** Two projects with a link each and clicks over the end of a month, as the release before leaves them. */
async function openLedgerOfBefore() {
  const connectionString = await makeEmptyDatabase();
  await migrate({ connectionString, log: silentLog, upTo: 179 });
  {
    await using connection = connect({ connectionString, log: silentLog, max: 1 });
    await ensurePartitions(connection.db, new Date(FIRST), 2);
  }
  // Not an application of ours: the migration lets its connection be.
  const client = new Client({ connectionString, application_name: 'test' });
  await client.connect();
  for (const [name, slug] of [
    ['One', 'a'],
    ['Two', 'b'],
  ]) {
    const [project, domain] = [newId(), newId()];
    await client.query(
      `insert into projects (id, name, plan) values ('${project}', '${name}', 'x')`,
    );
    await client.query(`insert into domains (id, project_id, host, verification_token)
      values ('${domain}', '${project}', '${slug}.test', 'x')`);
    await client.query(`insert into links (id, project_id, domain_id, slug, type)
      values ('${newId()}', '${project}', '${domain}', '${slug}', 'unified')`);
  }
  const { rows: links } = await client.query<{ key: number }>(
    'select key from links order by slug',
  );
  for (let n = 0; n < CLICKS; n += 1) {
    const at = FIRST + (n * 24 * HOUR) / CLICKS;
    const key = links[n % 2]?.key;
    const id = newId(at);
    await client.query(
      `insert into clicks (id, clicked_at, link_key, kind, source, os, referrer, visitor)
       values ($1, $2, $3, $4, 0, $5, $6, $7)`,
      [id, new Date(at), key, 1 + (n % 3), n % 5 || null, n % 7 || null, n],
    );
    if (n % 4 > 0) continue;
    await client.query('insert into opens (click_id, opened_at, link_key) values ($1, $2, $3)', [
      id,
      new Date(at + HOUR),
      key,
    ]);
  }
  await client.query(`
    insert into link_counters (link_key, clicks, last_clicked_at)
      select link_key, count(*), max(clicked_at) from clicks group by 1;
    insert into link_totals (link_key, dimension, code, clicks)
      select link_key, 2, os, count(*) from clicks where os is not null group by 1, 3;
    insert into link_tops (link_key, os) select key, 1 from links;
    insert into link_expired (link_key, clicks) select key, 3 from links;
    insert into busy_links (link_key) select key from links where slug = 'a';
    insert into link_days (link_key, day, visitors, slots, slot_counts, words, word_counts)
      select link_key, '2026-10-01', 2, '{1}', '{2}', '{3}', '{4}' from busy_links`);
  return {
    connectionString,
    client,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function readRows(client: Client) {
  const found: Partial<Record<keyof typeof CARRIED, string[]>> = {};
  for (const [table, columns] of Object.entries(CARRIED)) {
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(each)::text as row from (select ${columns} from ${table}) as each order by 1`,
    );
    assert.ok(rows.length > 0, table);
    found[table as keyof typeof CARRIED] = rows.map(({ row }) => row);
  }
  return found as Record<keyof typeof CARRIED, string[]>;
}

/** Tables and indexes by their names, and the bounds of months. */
async function readRelations(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{ relation: string }>(`
    select concat_ws(' ', relname, relkind, pg_get_expr(relpartbound, oid)) as relation from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'i', 'I')
      and relname ~ '^(clicks|opens|link_|busy_)' order by 1`);
  return rows.map(({ relation }) => relation);
}
