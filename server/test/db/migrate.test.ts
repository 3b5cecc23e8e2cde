import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Client } from 'pg';
import { migrate, readMigrations } from '#platform/db/migrations/migrate.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

suite('migrate', () => {
  test('applies the migrations once, even when several processes start together', async () => {
    const connectionString = await makeEmptyDatabase();
    const runs = await Promise.all(
      [1, 2, 3, 4].map(() => migrate({ connectionString, log: silentLog })),
    );
    const applied = runs.filter((names) => names.length > 0);
    equal(applied.length, 1);
    equal(applied[0]?.[0], '0001_core.sql');
    deepEqual(await migrate({ connectionString, log: silentLog }), []);
  });

  test('continues from where an earlier release stopped', async () => {
    await using place = await makePlace({ '0001_a.sql': 'create table a (x int)' });
    deepEqual(await place.migrate(), ['0001_a.sql']);
    await place.write('0002_b.sql', 'create table b (x int); insert into b values (1), (2)');
    deepEqual(await place.migrate(), ['0002_b.sql']);
    deepEqual(await place.query('select count(*)::int as n from b'), [{ n: 2 }]);
  });

  test('steps joined in history.sql are those that databases applied from files', async () => {
    await using place = await makePlace({
      '0001_a.sql': 'select 1;\n',
      '0002_b.sql': 'select 2;\n',
    });
    await place.migrate();
    await rm(join(place.folder, '0001_a.sql'));
    await rm(join(place.folder, '0002_b.sql'));
    await place.write(
      'history.sql',
      '-- migration 0001_a.sql\nselect 1;\n-- migration 0002_b.sql\nselect 2;\n',
    );
    await place.write('0003_c.sql', 'select 3');
    deepEqual(await place.migrate(), ['0003_c.sql']);
  });

  test('a failing migration is rolled back, and those before it stay', async () => {
    await using place = await makePlace({
      '0001_a.sql': 'create table a (x int)',
      '0002_b.sql': 'create table b (x int); select 1 / 0',
    });
    await rejects(
      place.migrate(),
      /Migration 0002_b\.sql failed and left no trace: division by zero/,
    );
    deepEqual(
      await place.query("select to_regclass('b') as b, to_regclass('a') is not null as a"),
      [{ b: null, a: true }],
    );
    await place.write('0002_b.sql', 'create table b (x int)');
    deepEqual(await place.migrate(), ['0002_b.sql']);
  });

  test('refuses an applied migration that changed, apart from line endings', async () => {
    await using place = await makePlace({ '0001_a.sql': 'create table a (\n x int)' });
    await place.migrate();
    await place.write('0001_a.sql', 'create table a (\r\n x int)');
    deepEqual(await place.migrate(), []);
    await place.write('0001_a.sql', 'create table a (x bigint)');
    await rejects(place.migrate(), /0001_a\.sql is not what this database applied .* new file/);
  });

  test('released migrations are never edited, renamed or preceded by new ones', async () => {
    const file = join(import.meta.dirname, '../../migrations/released.sha256');
    const released = (await readFile(file, 'utf8')).trim().split('\n');
    const steps = await readMigrations();
    deepEqual(
      steps.slice(0, released.length).map(({ checksum, name }) => `${checksum}  ${name}`),
      released,
    );
  });

  test('refuses a migration numbered before an applied one', async () => {
    await using place = await makePlace({ '0001_a.sql': 'select 1', '0003_c.sql': 'select 1' });
    await place.migrate();
    await place.write('0002_b.sql', 'select 1');
    await rejects(place.migrate(), /0002_b\.sql comes after 3 was applied/);
  });

  test('accepts a database with migrations of a newer release', async () => {
    await using place = await makePlace({ '0001_a.sql': 'select 1', '0002_b.sql': 'select 1' });
    await place.migrate();
    await rm(join(place.folder, '0002_b.sql'));
    deepEqual(await place.migrate(), []);
  });

  test('refuses duplicate numbers and invalid names', async () => {
    await using place = await makePlace({ '0001_a.sql': 'select 1', '0001_b.sql': 'select 1' });
    await rejects(place.migrate(), /shares its number/);
    await rm(join(place.folder, '0001_b.sql'));
    await place.write('2_b.sql', 'select 1');
    await rejects(place.migrate(), /2_b\.sql must be named like/);
  });
});

async function makePlace(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-migrations-'));
  const connectionString = await makeEmptyDatabase();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await Promise.all(Object.entries(files).map(([name, text]) => write(name, text)));
  return {
    folder,
    write,
    migrate: () => migrate({ connectionString, folder, log: silentLog }),
    async query(text: string): Promise<unknown[]> {
      const client = new Client({ connectionString });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(text);
      await client.end();
      return rows;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
