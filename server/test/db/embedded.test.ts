import { deepEqual, equal, match, notEqual, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findProcess } from '#platform/lib/process/processes.ts';
import { kill, makePlace, query } from '../support/embeddedDatabase.ts';
import { until } from '../support/until.ts';
import { pause } from '../support/pause.ts';

suite('startEmbeddedPostgres', () => {
  test('creates a password-protected database on localhost and keeps its data across restarts', async () => {
    await using place = await makePlace();
    const first = await place.start();
    equal(first.adopted, false);
    const url = new URL(first.connectionString);
    equal(url.hostname, '127.0.0.1');
    equal(Number(url.port) < 32_768, true);
    await query(first, 'create table kept (word text)');
    await query(first, "insert into kept values ('ß→語')");
    deepEqual(
      await query(
        first,
        `select current_setting('listen_addresses') as listen, current_setting('TimeZone') as zone,
          (select rolsuper from pg_roles where rolname = current_user) as super,
          upper('é') as upper, pg_encoding_to_char(encoding) as encoding
        from pg_database where datname = current_database()`,
      ),
      [
        {
          listen: '127.0.0.1',
          zone: 'UTC',
          super: false,
          upper: 'É',
          encoding: 'UTF8',
        },
      ],
    );
    url.password = 'wrong';
    await rejects(query({ connectionString: url.href }, 'select 1'), /password authentication/);
    const password = await stat(join(place.dataDir, 'postgres/password'));
    equal(password.mode & 0o777, 0o600);
    await first.stop();
    await rejects(query(first, 'select 1'), /ECONNREFUSED/);

    const second = await place.start();
    equal(second.adopted, false);
    deepEqual(await query(second, 'select word from kept'), [{ word: 'ß→語' }]);
    const leftovers = await readdir(join(place.dataDir, 'postgres'));
    // As root in a folder that nobody else can enter, the database's account has a copy of its programs.
    const kept = leftovers.filter((name) => !name.startsWith('binaries-'));
    deepEqual(kept.toSorted(), ['cluster', 'owner.json', 'password', 'postgres.log']);
  });

  test('takes over a database whose server was killed', async () => {
    await using place = await makePlace();
    const { child, connectionString = '' } = await place.startElsewhere();
    await query({ connectionString }, 'create table kept as select 7 as n');
    const pid = await place.readPostmasterPid();
    await kill(child);
    const again = await place.start();
    equal(again.adopted, true);
    equal(await place.readPostmasterPid(), pid);
    equal(again.connectionString, connectionString);
    deepEqual(await query(again, 'select n from kept'), [{ n: 7 }]);
    await again.stop();
    await rejects(query(again, 'select 1'), /ECONNREFUSED/);
  });

  test('restarts a running database that has other settings', async () => {
    await using place = await makePlace();
    const { child } = await place.startElsewhere();
    const pid = await place.readPostmasterPid();
    await kill(child);
    const again = await place.start({ settings: { fsync: 'off', max_connections: '33' } });
    equal(again.adopted, false);
    notEqual(await place.readPostmasterPid(), pid);
    deepEqual(await query(again, 'show max_connections'), [{ max_connections: '33' }]);
  });

  test('recovers when server and database are killed together', async () => {
    await using place = await makePlace();
    const { child, connectionString = '' } = await place.startElsewhere();
    await query({ connectionString }, 'create table kept as select generate_series(1, 1000) as n');
    const pid = await place.readPostmasterPid();
    await kill(child);
    process.kill(pid, 'SIGKILL');
    const again = await place.start();
    equal(again.adopted, false);
    deepEqual(await query(again, 'select count(*)::int as n from kept'), [{ n: 1000 }]);
  });

  test('restarts the database on its port when only it dies', async () => {
    await using place = await makePlace();
    const running = await place.start();
    await query(running, 'create table kept as select 7 as n');
    const pid = await place.readPostmasterPid();
    process.kill(pid, 'SIGKILL');
    let rows: unknown[] = [];
    await until('it answers again', async () => {
      rows = await query(running, 'select n from kept').catch(() => []);
      return rows.length > 0;
    });
    deepEqual(rows, [{ n: 7 }]);
    notEqual(await place.readPostmasterPid(), pid);
    match(place.warnings.join(), /ended unexpectedly/);
  });

  test('a stale pid file neither blocks the start nor kills an unrelated process', async () => {
    await using place = await makePlace();
    const first = await place.start();
    const file = join(place.dataDir, 'postgres/cluster/postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await first.stop();
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    await writeFile(file, [String(stranger.pid), ...lines.slice(1)].join('\n'));
    const again = await place.start();
    equal(again.adopted, false);
    await query(again, 'select 1');
    equal(stranger.exitCode ?? stranger.signalCode, null);
    await again.stop();
    equal(stranger.exitCode ?? stranger.signalCode, null);
    await kill(stranger);
  });

  test('refuses a data folder in use by another server, without disturbing it', async () => {
    await using place = await makePlace();
    const { child, connectionString = '' } = await place.startElsewhere();
    await rejects(place.start(), new RegExp(`DATA_DIR .*/data is in use by process ${child.pid}$`));
    const other = await place.startElsewhere();
    match(other.error ?? '', new RegExp(`in use by process ${child.pid}`));
    deepEqual(await query({ connectionString }, 'select 1 as n'), [{ n: 1 }]);
  });

  test('ends the database without a further write once another process has taken the folder over', async () => {
    await using place = await makePlace();
    const lost: string[] = [];
    await place.start({ onLost: (reason) => void lost.push(reason) });
    const pid = await place.readPostmasterPid();
    const owner = join(place.dataDir, 'postgres/owner.json');
    const another = JSON.stringify({ pid: 1, startedAt: '1', space: 'another container' });
    await writeFile(owner, another);
    await until('it is noticed', () => lost.length > 0);
    match(lost.join(), /another one has taken over DATA_DIR/);
    await until('the database is gone', async () => (await findProcess(pid)) === undefined);
    // A database that is stopped removes this file, which may be that of its successor.
    equal(await place.readPostmasterPid(), pid);
    equal(await readFile(owner, 'utf8'), another);
  });

  test('reports an unusable data folder', async () => {
    await using place = await makePlace();
    await writeFile(place.dataDir, 'a file');
    await rejects(
      place.start(),
      /^Error: DATA_DIR .*\/data cannot be used \(.*\): choose a folder/,
    );
  });

  test('one of two servers that start at once gets the folder', async () => {
    await using place = await makePlace();
    const both = await Promise.all([place.startElsewhere(), place.startElsewhere()]);
    equal(both.filter(({ error }) => error === undefined).length, 1);
    match(both.map(({ error = '' }) => error).join(''), /in use by process/);
  });

  test('starts over if creating the database was interrupted', async () => {
    await using place = await makePlace();
    const half = join(place.dataDir, 'postgres/cluster.partial-abc');
    await mkdir(join(half, 'base'), { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18\n');
    await writeFile(`${half}.password`, 'x');
    const running = await place.start();
    await query(running, 'select 1');
    const names = await readdir(join(place.dataDir, 'postgres'));
    deepEqual(
      names.filter((name) => name.includes('partial')),
      [],
    );
  });

  test('starts after being killed at any moment of its first start', async () => {
    await using place = await makePlace();
    for (const afterMs of [200, 400, 600, 800]) {
      const child = place.spawnElsewhere();
      await pause(afterMs, 'wherever the start has come by then');
      await kill(child);
    }
    const running = await place.start();
    deepEqual(await query(running, 'select 1 as n'), [{ n: 1 }]);
  });
});
