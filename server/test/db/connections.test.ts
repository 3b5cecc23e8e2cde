import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Client, Pool } from 'pg';
import { connectAlone } from '#platform/backup/connectAlone.ts';
import { connect, newClient } from '#platform/db/connections/connect.ts';
import { connectBackground } from '#platform/db/connections/connectBackground.ts';
import { connectForStart } from '#platform/db/connections/connectForStart.ts';
import { connectGroups } from '#platform/db/connections/connectGroups.ts';
import { connectRequests } from '#platform/db/connections/connectRequests.ts';
import { makeEmptyDatabase, useDatabase } from '../support/database.ts';
import { silentLog as log } from '../support/silentLog.ts';

const SRC = join(import.meta.dirname, '../../src');
const OURS = { jit: 'off', zone: 'UTC' };

/** Every way to the database, by the function that opens it. */
const WAYS: Readonly<
  Record<string, (connectionString: string, stack: AsyncDisposableStack) => Promise<Pool | Client>>
> = {
  async connect(connectionString, stack) {
    return stack.use(connect({ connectionString, log })).pool;
  },
  async connectRequests(connectionString, stack) {
    return stack.use(connectRequests({ connectionString, log })).pool;
  },
  async connectGroups(connectionString, stack) {
    return stack.use(connectGroups({ connectionString, log })).pool;
  },
  async connectBackground(connectionString, stack) {
    const options = { thisMachine: false };
    return stack.use(connectBackground({ connectionString, log }, options)).pool;
  },
  async connectForStart(connectionString, stack) {
    return stack.use(await connectForStart({ connectionString, log })).pool;
  },
  async connectAlone(connectionString, stack) {
    return stack.use(await connectAlone(connectionString)).client;
  },
  async newClient(connectionString, stack) {
    const client = newClient({ connectionString });
    await client.connect();
    stack.defer(() => client.end());
    return client;
  },
};

async function settingsOf(connection: Pool | Client) {
  const { rows } = await connection.query(
    `select current_setting('jit') as jit, current_setting('TimeZone') as zone,
       current_setting('search_path') as path, current_setting('application_name') as name`,
  );
  return rows[0];
}

suite('connections to the database', () => {
  for (const [name, open] of Object.entries(WAYS)) {
    test(`have our settings whatever the database and the URL say: ${name}`, async () => {
      const { pool } = await useDatabase();
      const connectionString = await makeEmptyDatabase();
      const database = new URL(connectionString).pathname.slice(1);
      await pool.query(`alter database ${database} set jit = on`);
      await pool.query(`alter database ${database} set timezone = 'Asia/Tokyo'`);
      const asked = encodeURIComponent('-c search_path=app -c jit=on -c TimeZone=Asia/Tokyo');
      for (const [url, path] of [
        [connectionString, '"$user", public'],
        [`${connectionString}?options=${asked}&application_name=shop`, 'app'],
      ] as const) {
        await using stack = new AsyncDisposableStack();
        const said = await settingsOf(await open(url, stack));
        assert.deepEqual({ ...said, name: undefined }, { ...OURS, path, name: undefined });
        assert.match(said.name, /^fairlead/);
      }
    });
  }

  test('are opened in one place, and in the one that asks whether there is a pooler', () => {
    const opening = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
      /new (?:pg\.)?(?:Client|Pool)\(/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    assert.deepEqual(
      opening.toSorted(),
      ['checkServer.ts', 'connect.ts'].map((file) => join('platform/db/connections', file)),
    );
  });
});
