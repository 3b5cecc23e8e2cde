import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { newId } from '#platform/lib/uuid.ts';
import { saidBySql } from '#visits/clicks/facts/events.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

test('an upgrade keeps what is known of who said events that are stored', async () => {
  const connectionString = await makeEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-migrations-'));
  try {
    const before = (await readdir(MIGRATIONS)).filter((name) => name < '0570' || name > 'a');
    for (const name of before) await cp(join(MIGRATIONS, name), join(folder, name));
    await migrate({ connectionString, log: silentLog, folder });
  } finally {
    await rm(folder, { recursive: true });
  }
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const [project, other, source] = [newId(), newId(), newId()];
    for (const id of [project, other]) {
      await client.query(`insert into projects (id, name, plan) values ('${id}', 'P', 'pro')`);
    }
    await client.query(
      `insert into event_sources (id, project_id, kind, name, settings, test_only)
       values ('${source}', '${project}', 'custom', 'S', '{}', false)`,
    );
    const insert = (id: string, fromApp: boolean, of = project) =>
      client.query(
        `insert into events (project_number, event_id, name, at, received_at, from_app, test)
         select number, $1, 'n', now(), now(), $2, false from projects where id = $3`,
        [id, fromApp, of],
      );
    await insert('a', true);
    await insert('b', false);
    await insert('stripe:c', false);
    await insert('stripe:d', true);
    await insert(`${source}:e`, false);
    await insert(`${source}:f`, true);
    await insert(`${source}:g`, false, other);
    assert.ok((await migrate({ connectionString, log: silentLog })).length > 0);
    const { rows } = await client.query<{ id: string; said_by: string; source_id: string | null }>(
      `select right(event_id, 1) as id, ${saidBySql('events')} as said_by, source_id from events order by 1`,
    );
    assert.deepEqual(
      rows.map((row) => [row.id, row.said_by, row.source_id]),
      [
        ['a', 'app', null],
        ['b', 'server', null],
        ['c', 'stripe', null],
        ['d', 'app', null],
        ['e', 'custom', source],
        ['f', 'app', null],
        ['g', 'server', null],
      ],
    );
  } finally {
    await client.end();
  }
});
