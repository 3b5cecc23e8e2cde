import { deepEqual, equal, match } from 'node:assert/strict';
import { chmod, cp, mkdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Binaries } from '#platform/db/embedded/findBinaries.ts';
import { findBinaries } from '#platform/db/embedded/findBinaries.ts';
import { makePlace, query } from '../support/embeddedDatabase.ts';
import type { TestPlace } from '../support/embeddedDatabase.ts';

const skip = process.getuid?.() === 0 ? false : 'only root runs PostgreSQL as someone else';

suite('startEmbeddedPostgres with unusual files and folders', () => {
  test('creates missing symbolic links and executable bits', async () => {
    await using place = await makePlace();
    const binaries = await copyBinaries(place.root);
    const running = await place.start({ binaries });
    await query(running, 'select 1');
    equal(await readlink(join(binaries.folder, 'lib/libpq.so.5')), 'libpq.so.5.18');
    equal((await stat(join(binaries.folder, 'bin/postgres'))).mode & 0o111, 0o111);
  });

  test('runs from a copy if its account cannot read the binaries', { skip }, async () => {
    await using place = await makePlace();
    const closed = join(place.root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const running = await place.start({ binaries: await copyBinaries(closed) });
    deepEqual(await query(running, 'select 1 as n'), [{ n: 1 }]);
    const copy = join(place.dataDir, 'postgres', 'binaries-18.4.0-test');
    const command = await readFile(`/proc/${await place.readPostmasterPid()}/cmdline`, 'utf8');
    equal(command.split('\0')[0], join(copy, 'bin/postgres'));
  });

  test(
    'keeps the database elsewhere if its account cannot enter the data folder',
    { skip },
    async () => {
      await using place = await makePlace();
      await using elsewhere = followHome(place);
      await chmod(place.root, 0o700);
      const first = await place.start();
      await query(first, 'create table kept as select 7 as n');
      await first.stop();
      const home = await elsewhere.read();
      match(home, /^\/var\/lib\/fairlead\/[0-9a-f]{16}$/);
      match(place.warnings.join('\n'), /is kept in \/var\/lib\/fairlead\/.*cannot enter/);
      equal((await stat(join(home, 'password'))).mode & 0o777, 0o600);

      const again = await place.start();
      deepEqual(await query(again, 'select n from kept'), [{ n: 7 }]);
      await again.stop();
      // It stays where it is when the folder can be entered again.
      await chmod(place.root, 0o755);
      const third = await place.start();
      deepEqual(await query(third, 'select n from kept'), [{ n: 7 }]);
      // Its folder is removed before the place is.
      await third.stop();
    },
  );

  test('moves the database if the data folder becomes inaccessible', { skip }, async () => {
    await using place = await makePlace();
    await using elsewhere = followHome(place);
    const first = await place.start();
    await query(first, 'create table kept as select 7 as n');
    await first.stop();
    await chmod(place.root, 0o700);
    const again = await place.start();
    deepEqual(await query(again, 'select n from kept'), [{ n: 7 }]);
    match(await elsewhere.read(), /^\/var\/lib\/fairlead\//);
    await again.stop();
  });

  test(
    'a renamed data folder finds its database, and a copied one is refused',
    { skip },
    async () => {
      await using place = await makePlace();
      await using elsewhere = followHome(place);
      await chmod(place.root, 0o700);
      const first = await place.start();
      await query(first, 'create table kept as select 7 as n');
      await first.stop();
      await elsewhere.read();

      const copy = join(place.root, 'copy');
      await cp(place.dataDir, copy, { recursive: true });
      const refusal = await place.start({ dataDir: copy }).then(
        () => '',
        (error: Error) => error.message,
      );
      match(refusal, /copy is a copy of .*data.*location\.json/);

      await rename(place.dataDir, `${place.dataDir}-moved`);
      await rm(copy, { recursive: true });
      const moved = await place.start({ dataDir: `${place.dataDir}-moved` });
      deepEqual(await query(moved, 'select n from kept'), [{ n: 7 }]);
      await moved.stop();
    },
  );

  test('keeps running as the account that owns the database', { skip }, async () => {
    await using place = await makePlace();
    const first = await place.start();
    await first.stop();
    const cluster = join(place.dataDir, 'postgres/cluster');
    const { uid } = await stat(cluster);
    equal(uid === 0, false);
    const again = await place.start();
    const status = await readFile(`/proc/${await place.readPostmasterPid()}/status`, 'utf8');
    match(status, new RegExp(`^Uid:\\t${uid}\\t${uid}`, 'm'));
    await again.stop();
  });
});

/** The binaries as a package manager leaves them that runs no scripts and keeps no modes. */
async function copyBinaries(to: string): Promise<Binaries> {
  const found = await findBinaries();
  const folder = join(to, 'package', 'native');
  await cp(found.folder, folder, {
    recursive: true,
    filter: async (path) => !(await readlink(path).catch(() => undefined)),
  });
  await Promise.all(
    ['initdb', 'pg_ctl', 'postgres'].map((name) => chmod(join(folder, 'bin', name), 0o644)),
  );
  return { folder, version: '18.4.0-test' };
}

/** Reads where the database went, and deletes that folder in the end. */
function followHome(place: TestPlace) {
  let home: string | undefined;
  return {
    async read(): Promise<string> {
      const file = join(place.dataDir, 'postgres/location.json');
      const pointer: { home: string } = JSON.parse(await readFile(file, 'utf8'));
      home = pointer.home;
      return home;
    },
    async [Symbol.asyncDispose]() {
      if (home !== undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
