import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { operations } from '@fairlead/contract';
import { Client } from 'pg';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { openBackupPlace } from '#platform/adapters/backupPlaces.ts';
import { readBackup } from '#platform/backup/readBackup.ts';
import { listSequences, listTables } from '#platform/backup/readCatalog.ts';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeEmptyDatabase, makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { appKey, member, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { askMatch, install, pixel } from '../support/callers/phones.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { silentLog } from '../support/silentLog.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { SECRET, startServer, type TestServer } from '../support/useServer.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { until } from '../support/until.ts';
import { rewrite } from './rewrite.ts';
import { SERVER_PROGRAM } from '../support/run/programs.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

async function run(database: string, argv: readonly string[], env: Record<string, string> = {}) {
  const all = {
    ...childEnvironment,
    DATABASE_URL: database,
    DATA_DIR: dirname(argv[1] ?? ''),
    SECRET,
    ADMIN_TOKEN: 'an admin token of a restored server',
    ...env,
  };
  return runFairlead([...argv, '--json'], all, REPOSITORY);
}

/** Where a test keeps its backup. */
async function newFile(): Promise<string> {
  const folder = await makeTestFolder();
  return join(folder, 'fairlead.backup');
}

/** A server on a database of its own, with everything that a backup has to bring along. */
async function newServer(): Promise<{ server: TestServer; database: string }> {
  const database = await newDatabase();
  return { server: await startServer({}, database), database };
}

async function newDatabase(): Promise<string> {
  const database = await makeMigratedDatabase();
  await using connection = connect({ connectionString: database, log: silentLog });
  await ensurePartitions(connection.db, new Date(), 2);
  return database;
}

async function ask<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table as one sum, and every counter. */
function contentOf(database: string): Promise<Record<string, string>> {
  return ask(database, async (client) => {
    await client.query("set timezone to 'UTC'");
    const content: Record<string, string> = {};
    for (const { table } of await listTables(client)) {
      // A running server says each second up to when its journal is loaded.
      const row = table === 'journals' ? `to_jsonb(t) - 'loaded_until'` : 't';
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg((${row})::text, ',' order by (${row})::text)), '') as sum from "${table}" t`,
      );
      content[table] = rows[0]?.sum ?? '';
    }
    for (const { name, value } of await listSequences(client)) content[name] = value;
    return content;
  });
}

async function populate(server: TestServer) {
  const project = await newProject({}, server);
  const androidUrl = 'https://play.google.com/store/apps/details?id=com.example.app';
  const link = await newLink(project, { androidUrl });
  await newLink(project, { slug: 'spring' });
  const tapped = await see(server, project.host, `/${link.slug}`, USER_AGENTS.android);
  const [, click] = /click_id%3D([\da-f-]{36})/.exec(tapped.headers.location ?? '') ?? [];
  assert.ok(click);
  const installed = await install(project);
  await askMatch(pixel(), project, { installationId: installed.clientId, clickId: click });
  for (let visit = 0; visit < 5; visit += 1) await see(server, project.host, '/spring');
  // A backup is of the database: what the journal still holds is not in it.
  await server.app.ledger.loaded();
  return { project, link, installed };
}

const see = (
  { port }: TestServer,
  host: string,
  path: string,
  userAgent: string = USER_AGENTS.desktop,
) => send({ port, path, headers: { host, 'user-agent': userAgent } });

describe('backup', () => {
  test('restores every row, number, token, link and receipt', async () => {
    const { server, database } = await newServer();
    const { project, link, installed } = await populate(server);
    const before = await contentOf(database);
    const file = await newFile();
    const written = await run(database, ['backup', file]);
    assert.equal(written.err, '');
    const summary = JSON.parse(written.out) as { rows: number; bytes: number; file: string };
    assert.equal(summary.file, file);
    assert.ok(summary.rows > 30);
    const { size, mode } = await stat(file);
    assert.equal(size, summary.bytes);
    assert.equal(mode & 0o777, 0o600);
    const verified = await run('', ['restore', file, '--verify'], { DATABASE_URL: '' });
    assert.equal((JSON.parse(verified.out) as { verified: boolean }).verified, true);

    const target = await makeEmptyDatabase();
    const restored = await run(target, ['restore', file]);
    assert.equal(restored.err, '');
    assert.equal((JSON.parse(restored.out) as { rows: number }).rows, summary.rows);
    assert.deepEqual(await contentOf(target), before);

    const again = await startServer({}, target);
    const there = { ...project, server: again };
    assert.deepEqual(await statsOf(there, link.id), await statsOf(project, link.id));
    const receipt = (of: typeof project) =>
      member(of)(operations.getReceipt, {
        params: { projectId: project.project.id, installationId: installed.clientId },
      });
    const old = bodyOf(await receipt(project), 200);
    assert.ok(old.methods.length > 0);
    assert.deepEqual(bodyOf(await receipt(there), 200), old);
    const session = await appKey(there, { 'x-installation-token': installed.token ?? '' })(
      operations.startSession,
      { body: { installationId: installed.clientId } },
    );
    assert.equal(session.status, 201);
    const visit = await see(again, project.host, '/spring');
    assert.equal(visit.status, 302);
    const made = await newLink(there, { slug: 'after' });
    assert.equal(made.slug, 'after');
    assert.ok((await statsOf(there, made.id)).clicks === 0);
  });

  test('is a consistent snapshot while links are created and visited', async () => {
    const { server, database } = await newServer();
    const { project } = await populate(server);
    const ended = new AbortController();
    let made = 0;
    const work = (async () => {
      for (; !ended.signal.aborted; made += 1) {
        await newLink(project);
        await see(server, project.host, '/spring');
      }
    })();
    const file = await newFile();
    const { status, err } = await run(database, ['backup', file]);
    ended.abort();
    await work;
    assert.deepEqual([status, err], [0, '']);
    assert.ok(made > 0);
    const target = await makeEmptyDatabase();
    assert.equal((await run(target, ['restore', file])).err, '');
    // Links and their counts are written in one transaction, so a torn copy would show here.
    const { rows } = await ask(target, (client) =>
      client.query<{ links: string; counted: string }>(
        `select (select count(*) from links where deleted_at is null) as links,
           (select sum(links) from link_counts) as counted`,
      ),
    );
    assert.equal(rows[0]?.links, rows[0]?.counted);
  });

  test('killed halfway leaves no file under its name, and its partial file is refused', async () => {
    const database = await newDatabase();
    const file = await newFile();
    const locker = new Client({ connectionString: database });
    await locker.connect();
    await locker.query('begin; lock table users in access exclusive mode');
    const child = start(['backup', file], database);
    await until('it is written', () => exists(`${file}.part`));
    child.kill('SIGKILL');
    await once(child, 'close');
    await locker.end();
    assert.equal(await exists(file), false);
    const { status, err } = await run('', ['restore', `${file}.part`, '--verify'], {
      DATABASE_URL: '',
    });
    assert.equal(status, 1);
    assert.match(err, /cannot be used/);
    assert.equal((await run(database, ['backup', file])).status, 0);
    assert.equal(await exists(`${file}.part`), false);
  });

  test('truncated or altered is refused', async () => {
    const { server, database } = await newServer();
    await populate(server);
    const file = await newFile();
    assert.equal((await run(database, ['backup', file])).status, 0);
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString('latin1');
    const cases: [string, Buffer, RegExp][] = [
      ['cut', whole.subarray(0, Math.floor(whole.length / 2)), /not whole/],
      ['empty', Buffer.alloc(0), /cannot be used/],
      ['other', Buffer.from('no backup at all'), /no gzip file/],
      ['json', gzipSync('{"some":"json"}\n'), /no backup of Fairlead/],
      ['future', gzipSync('{"fairleadBackup":3}\n'), /later release/],
      [
        'changed',
        gzipSync(
          Buffer.from(text.replace('https://example.com/', 'https://examp1e.com/'), 'latin1'),
        ),
        /rows of links are not those/,
      ],
      ['trailing', gzipSync(Buffer.from(`${text}{}\n`, 'latin1')), /goes on after its end/],
    ];
    for (const [name, content, message] of cases) {
      const bad = `${file}.${name}`;
      await writeFile(bad, content);
      await assert.rejects(
        readBackup({ place: openBackupPlace(bad), secrets: [] }),
        (error: Error) => {
          assert.match(error.message, message, name);
          return true;
        },
      );
    }
    const target = await makeEmptyDatabase();
    for (const name of ['cut', 'changed']) {
      const { status, err } = await run(target, ['restore', `${file}.${name}`]);
      assert.equal(status, 1);
      assert.match(err, /cannot be used/);
    }
    assert.equal((await run(target, ['restore', file])).err, '');
  });
});

describe('restore', () => {
  test('killed halfway leaves an empty database that the next restore can use', async () => {
    const { server, database } = await newServer();
    await populate(server);
    const before = await contentOf(database);
    const file = await newFile();
    assert.equal((await run(database, ['backup', file])).status, 0);
    const target = await newDatabase();
    const locker = new Client({ connectionString: target });
    await locker.connect();
    // It comes to its rows, and stops before the counters of sequences.
    await locker.query('begin; lock table exports in access share mode');
    const child = start(['restore', file], target);
    await until('the restore waits for the lock', () =>
      ask(target, async (client) => {
        const { rows } = await client.query(
          "select 1 from pg_stat_activity where application_name = 'fairlead backup' and wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length > 0;
      }),
    );
    child.kill('SIGKILL');
    await once(child, 'close');
    await locker.end();
    await until('its connection is gone', () =>
      ask(target, async (client) => {
        const { rows } = await client.query(
          "select 1 from pg_stat_activity where application_name = 'fairlead backup' and datname = current_database()",
        );
        return rows.length === 0;
      }),
    );
    const { rows } = await ask(target, (client) => client.query('select 1 from users'));
    assert.equal(rows.length, 0);
    assert.equal((await run(target, ['restore', file])).err, '');
    assert.deepEqual(await contentOf(target), before);
  });

  test('migrates a backup of an earlier release', async () => {
    const database = await makeEmptyDatabase();
    await migrate({ connectionString: database, log: silentLog, upTo: 90 });
    const id = newId();
    await ask(database, (client) =>
      client.query("insert into users (id, name, email) values ($1, 'Ada', 'ada@example.com')", [
        id,
      ]),
    );
    const file = await newFile();
    assert.equal((await run(database, ['backup', file])).err, '');
    const target = await makeEmptyDatabase();
    assert.equal((await run(target, ['restore', file])).err, '');
    assert.deepEqual(await migrate({ connectionString: target, log: silentLog }), []);
    const { rows } = await ask(target, (client) => client.query('select id from users'));
    assert.deepEqual(rows, [{ id }]);
  });

  test("refuses a non-empty database, a later release's backup and another SECRET", async () => {
    const { server, database } = await newServer();
    await populate(server);
    const file = await newFile();
    assert.equal((await run(database, ['backup', file])).status, 0);
    const full = await run(database, ['restore', file]);
    assert.equal(full.status, 1);
    assert.match(full.err, /The database is not empty: it has users/);

    const of = `${file}.later`;
    const later = { number: 9999, name: '9999_later.sql', checksum: 'f'.repeat(64) };
    await rewrite(file, of, ({ heading, ...rest }) => ({
      ...rest,
      heading: { ...heading, migrations: [...heading.migrations, later] },
    }));
    const target = await makeEmptyDatabase();
    assert.match((await run(target, ['restore', of])).err, /9999_later\.sql: restore it with/);

    const other = { SECRET: 'another secret of another server' };
    assert.match((await run(target, ['restore', file], other)).err, /SECRET is not that of/);
    const named = { ...other, PREVIOUS_SECRETS: SECRET };
    assert.equal((await run(target, ['restore', file], named)).err, '');
    const third = await makeEmptyDatabase();
    const lost = await run(third, ['restore', file, '--secret-lost'], other);
    assert.deepEqual([lost.status, lost.err], [0, '']);
  });
});

function start(argv: readonly string[], database: string) {
  const child = spawn(process.execPath, [SERVER_PROGRAM, ...argv], {
    stdio: 'ignore',
    env: {
      ...childEnvironment,
      DATABASE_URL: database,
      DATA_DIR: dirname(argv[1] ?? ''),
      SECRET,
      ADMIN_TOKEN: 'an admin token of a restored server',
    },
  });
  endings.defer(() => void child.kill('SIGKILL'));
  return child;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
