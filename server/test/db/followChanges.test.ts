import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Pool } from 'pg';
import type { Change } from '#platform/db/changes/Change.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { deleteOldChanges } from '#platform/db/changes/deleteOldChanges.ts';
import { followChanges } from '#platform/db/changes/followChanges.ts';
import { type ChangesRead, createChangeReading } from '#platform/db/changes/readChanges.ts';
import { makeMigratedDatabase, useDatabase } from '../support/database.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

suite('createChangeReading', () => {
  test('goes on from the position of an earlier reader', async () => {
    await using own = await openOwn();
    await addHost(own.pool, 'before.example');
    const position = await passChanges(own.pool);
    await addHost(own.pool, 'one.example');
    await addHost(own.pool, 'two.example');
    const read = createChangeReading(own.pool, position);
    const { changes, isWhole } = await read();
    deepEqual(changes.map(nameOf), ['one.example', 'two.example']);
    ok(isWhole);
    deepEqual((await read()).changes, []);
  });

  test('says so when changes since the position have been deleted, and not otherwise', async () => {
    await using own = await openOwn();
    const age = () => own.pool.query("update changes set at = at - interval '61 minutes'");
    await addHost(own.pool, 'before.example');
    const position = await passChanges(own.pool);
    await age();
    await deleteOldChanges(own.db, new Date());
    ok((await createChangeReading(own.pool, position)()).isWhole);
    const connected = createChangeReading(own.pool, position);
    await connected();
    await addHost(own.pool, 'missed.example');
    await addHost(own.pool, 'marker.example');
    await age();
    await passChanges(own.pool);
    await deleteOldChanges(own.db, new Date());
    equal((await createChangeReading(own.pool, position)()).isWhole, false);
    equal((await connected()).isWhole, false);
  });

  test('an empty table is whole for who goes on reading it', async () => {
    await using own = await openOwn();
    const read = createChangeReading(own.pool);
    ok((await read()).isWhole);
    ok((await read()).isWhole);
    await addHost(own.pool, 'one.example');
    ok((await read()).isWhole);
  });
});

suite('followChanges', () => {
  test('delivers committed changes once, in order and typed', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    await using feed = await followChanges({ ...heard, connectionString: own.connectionString });
    await addHost(own.pool, 'one.example');
    await own.pool.query(
      "insert into changes (kind, project_id, names) values ('link', gen_random_uuid(), '{a,b}')",
    );
    await feed.caughtUp();
    await feed.caughtUp();
    deepEqual(
      heard.all.map((each) => (typeof each === 'string' ? each : nameOf(each))),
      ['one.example', 'a', 'b'],
    );
  });

  test('delivers changes without a call to caughtUp', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    await using _feed = await followChanges({ ...heard, connectionString: own.connectionString });
    await addHost(own.pool, 'one.example');
    await heard.until('one.example');
  });

  test('delivers changes of a slow transaction even if later ones commit first', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    await using feed = await followChanges({ ...heard, connectionString: own.connectionString });
    const slow = await own.pool.connect();
    await slow.query('begin');
    await addHost(slow, 'slow.example');
    await addHost(own.pool, 'quick.example');
    await feed.caughtUp();
    deepEqual(heard.names(), ['quick.example']);
    await slow.query('commit');
    slow.release();
    await feed.caughtUp();
    deepEqual(heard.names(), ['quick.example', 'slow.example']);
  });

  test('reports a lost connection, reconnects and reports that too', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    await using feed = await followChanges({ ...heard, connectionString: own.connectionString });
    await own.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlead changes' and datname = current_database()",
    );
    await heard.until('[restored]');
    await addHost(own.pool, 'after.example');
    await feed.caughtUp();
    deepEqual(heard.names(), ['[lost]', '[restored]', 'after.example']);
  });

  test('replaces a silent connection', async () => {
    await using own = await openOwn();
    const relay = await openRelay(own.connectionString);
    const heard = makeEar();
    await using feed = await followChanges({ ...heard, connectionString: relay.connectionString });
    relay.mute();
    await heard.until('[restored]');
    await addHost(own.pool, 'after.example');
    await feed.caughtUp();
    deepEqual(heard.names(), ['[lost]', '[restored]', 'after.example']);
  });

  test('reports possible gaps to those who wait while it is disconnected', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    await using feed = await followChanges({ ...heard, connectionString: own.connectionString });
    const { pool } = await useDatabase();
    await pool.query(`alter database ${own.name} with allow_connections false`);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlead changes' and datname = $1",
      [own.name],
    );
    await heard.until('[lost]');
    const before = heard.all.length;
    await feed.caughtUp();
    deepEqual(heard.names().slice(before), ['[lost]']);
  });

  test('old changes are deleted after an hour, except for the newest of them', async () => {
    await using own = await openOwn();
    await addHost(own.pool, 'older.example');
    await addHost(own.pool, 'old.example');
    await own.pool.query("update changes set at = at - interval '61 minutes'");
    await passChanges(own.pool);
    await addHost(own.pool, 'new.example');
    await deleteOldChanges(own.db, new Date());
    const { rows } = await own.pool.query('select names from changes order by id');
    deepEqual(rows, [{ names: ['old.example'] }, { names: ['new.example'] }]);
  });

  test('old changes of a transaction are kept until no reader can begin before it', async () => {
    await using own = await openOwn();
    const slow = await own.pool.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await addHost(own.pool, 'one.example');
    await addHost(own.pool, 'two.example');
    await own.pool.query("update changes set at = at - interval '61 minutes'");
    await deleteOldChanges(own.db, new Date());
    const { rows } = await own.pool.query('select names from changes order by id');
    deepEqual(rows, [{ names: ['one.example'] }, { names: ['two.example'] }]);
    await slow.query('rollback');
    slow.release();
  });

  test('stops silently when disposed', async () => {
    await using own = await openOwn();
    const heard = makeEar();
    const feed = await followChanges({ ...heard, connectionString: own.connectionString });
    await feed[Symbol.asyncDispose]();
    await until('its connection is closed', async () => {
      const { rows } = await own.pool.query(
        "select from pg_stat_activity where application_name = 'fairlead changes' and datname = current_database()",
      );
      return rows.length === 0;
    });
    deepEqual(heard.all, []);
  });

  test('fails at once without a database', async () => {
    await rejects(
      followChanges({
        ...makeEar(),
        connectionString: 'postgresql://nobody:none@127.0.0.1:1/none',
      }),
      /ECONNREFUSED/,
    );
  });
});

/** A database of its own: in the shared one the changes of other tests would be heard. */
async function openOwn() {
  const connectionString = await makeMigratedDatabase();
  const connection = connect({ connectionString, log: silentLog, max: 3, name: 'test' });
  return {
    ...connection,
    connectionString,
    name: new URL(connectionString).pathname.slice(1),
  };
}

/** A position above all changes so far, whatever other tests are doing on the server. */
async function passChanges(pool: Pool): Promise<number> {
  const read = createChangeReading(pool);
  let position = 0;
  await until('no change is ahead', async () => {
    ({ position } = await read());
    const { rows } = await pool.query('select from changes where transaction >= $1::text::xid8', [
      String(position),
    ]);
    return rows.length === 0;
  });
  return position;
}

async function addHost(pool: Pick<Pool, 'query'>, host: string): Promise<void> {
  await pool.query("insert into changes (kind, names) values ('domain', array[$1])", [host]);
}

function nameOf(change: Change): string {
  if (change.kind === 'domain') return change.host;
  return change.kind === 'link' ? change.slug : change.kind;
}

function makeEar() {
  const all: (Change | string)[] = [];
  const names = () => all.map((each) => (typeof each === 'string' ? each : nameOf(each)));
  return {
    all,
    names,
    log: silentLog,
    onRead: ({ changes }: ChangesRead) => void all.push(...changes),
    onLost: () => void all.push('[lost]'),
    onRestored: () => void all.push('[restored]'),
    until: (name: string) =>
      until(`${name} is heard`, () => names().includes(name), { everyMs: 5 }),
  };
}
