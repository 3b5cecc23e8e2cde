import { deepEqual, rejects } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenForChanges } from '../../src/db/changes.ts';
import { connect } from '../../src/db/connect.ts';
import { makeEmptyDatabase, useDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

suite('listenForChanges', () => {
  test('hears what another connection announces, in order', async () => {
    const { pool, connectionString } = await useDatabase();
    const heard = makeEar();
    await using open = new AsyncDisposableStack();
    open.use(await listenForChanges(connectionString, heard));
    await pool.query("select pg_notify('fairlead_changes', 'test one')");
    await pool.query("select pg_notify('fairlead_changes', 'test two')");
    await heard.until('test two');
    deepEqual(heard.of('test'), ['test one', 'test two']);
  });

  test('says when it was cut off, listens again by itself and says so', async () => {
    // A database of its own: in the shared one this would make the servers of other tests deaf for a moment.
    const connectionString = await makeEmptyDatabase();
    const heard = makeEar();
    await using open = new AsyncDisposableStack();
    open.use(await listenForChanges(connectionString, heard));
    const { pool } = open.use(connect({ connectionString, log: silentLog, max: 1, name: 'test' }));
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlead changes' and datname = current_database()",
    );
    await heard.until('[restored]');
    await pool.query("select pg_notify('fairlead_changes', 'test after')");
    await heard.until('test after');
    deepEqual(heard.all, ['[lost]', '[restored]', 'test after']);
  });

  test('ends without a word when it is disposed', async () => {
    const { pool } = await useDatabase();
    // A database of its own: servers of other tests listen to the shared one.
    const connectionString = await makeEmptyDatabase();
    const heard = makeEar();
    const listening = await listenForChanges(connectionString, heard);
    await listening[Symbol.asyncDispose]();
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where application_name = 'fairlead changes' and datname = $1",
      [new URL(connectionString).pathname.slice(1)],
    );
    deepEqual(rows, []);
    deepEqual(heard.all, []);
  });

  test('fails at once when there is no database to listen to', async () => {
    await rejects(
      listenForChanges('postgresql://nobody:none@127.0.0.1:1/none', makeEar()),
      /ECONNREFUSED/,
    );
  });
});

function makeEar() {
  const all: string[] = [];
  return {
    all,
    log: silentLog,
    pingMs: 50,
    onChange: (payload: string) => void all.push(payload),
    onLost: () => void all.push('[lost]'),
    onRestored: () => void all.push('[restored]'),
    of: (prefix: string) => all.filter((payload) => payload.startsWith(prefix)),
    async until(payload: string) {
      while (!all.includes(payload)) await sleep(5);
    },
  };
}
