import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { isMigrated, migrate } from '#platform/db/migrations/migrate.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { query } from '../support/embeddedDatabase.ts';
import { endings } from '../support/run/endings.ts';
import { openPooler, withPooler } from '../support/outside/openPooler.ts';
import { silentLog } from '../support/silentLog.ts';
import { spawnServer } from '../support/spawnServer.ts';

const SAID = /DATABASE_URL leads to a connection pooler.*let it name PostgreSQL itself/;

suite('a connection pooler in front of the database', withPooler, () => {
  for (const mode of ['transaction', 'session'] as const) {
    test(`is detected at the start and refused before any write, in ${mode} mode`, async () => {
      const database = await makeEmptyDatabase();
      const connectionString = await openPooler(database, mode);
      await assert.rejects(migrate({ connectionString, log: silentLog }), SAID);
      await assert.rejects(isMigrated(connectionString), SAID);
      const tables = await query(
        { connectionString: database },
        "select from pg_tables where schemaname = 'public'",
      );
      assert.equal(tables.length, 0);
      const locks = await query(
        { connectionString: database },
        `select from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      assert.equal(locks.length, 0);
      // The same database without it is fine.
      assert.ok((await migrate({ connectionString: database, log: silentLog })).length > 0);
    });
  }

  test('stops the server with one line that names the cure', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-pooler-'));
    endings.defer(() => rm(dataDir, { recursive: true, force: true }));
    const child = spawnServer(
      {
        DATABASE_URL: await openPooler(await makeEmptyDatabase(), 'transaction'),
        DATA_DIR: dataDir,
        SECRET: 'a-secret-behind-a-pooler',
        ADMIN_TOKEN: 'an-admin-token-behind-a-pooler',
      },
      { stderr: 'pipe' },
    );
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(said, SAID);
    assert.equal(said.trim().split('\n').length, 1);
  });
});
