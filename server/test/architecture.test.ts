import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';

const SRC = join(import.meta.dirname, '../src');
const ROOT = join(import.meta.dirname, '../..');

/** The nouns in their order: each may import those before it (docs/architecture.md). */
const NOUNS = [
  'accounts',
  'audit',
  'plans',
  'projects',
  'appKeys',
  'domains',
  'clicks',
  'postgresClicks',
  'clickhouse',
  'links',
  'visits',
  'installations',
  'sessions',
  'attribution',
  'analytics',
  'exports',
  'billing',
  'rateLimits',
  'doctor',
  'provisioning',
  'lookups',
  'backup',
  'demo',
];
/** Implementations of the port `clicks/ClickStore.ts`. */
const CLICK_STORES = new Set(['postgresClicks', 'clickhouse']);
const SURFACES = ['http', 'linkhost', 'jobs'];
/** What the environment says, and what is to be said about it. */
const CONFIGURATION = new Set(['config', 'secrets', 'inspectConfig']);
const ROOTS = new Set([
  'main',
  'commands',
  'createApp',
  'explainFailure',
  'fillDemo',
  'serve',
  'printWelcome',
  'maintain',
  'manageUsers',
  'moveClicks',
  'openClickStore',
  'openGroups',
  'openLog',
  'openMaintenance',
  'runServer',
  'superviseWorkers',
  'watchNumbers',
]);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = globSync('**/*.ts', { cwd: SRC });
const imports = files.flatMap(readImports);

function readImports(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)( type)?[^'"]*? from '(\.[^']+)'|^import '(\.[^']+)'/gm,
  );
  return [...found].map((match) => {
    const target = relative(SRC, join(SRC, dirname(file), match[2] ?? match[3]!));
    return { file, from: moduleOf(file), to: moduleOf(target), typeOnly: match[1] !== undefined };
  });
}

function moduleOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? first.replace(/\.ts$/, '') : first;
}

function allowed({ from, to, typeOnly }: Import): boolean {
  if (from === to || ROOTS.has(from)) return true;
  if (ROOTS.has(to)) return false;
  if (from === 'lib') return false;
  if (from === 'journal') return to === 'lib';
  if (from === 'db' || from === 'queue') return to === 'lib' || (from === 'queue' && to === 'db');
  if (from === 'app' || to === 'app')
    return typeOnly && (from === 'app' || SURFACES.includes(from));
  if (CONFIGURATION.has(from)) return to === 'lib' || to === 'config';
  if (CONFIGURATION.has(to)) return typeOnly || SURFACES.includes(from);
  if (from === 'adapters') return to === 'lib';
  // Only the roots choose a store of clicks; everything else has its port. What every store keeps in PostgreSQL has one statement.
  if (CLICK_STORES.has(to)) return from === 'clickhouse';
  if (NOUNS.includes(from)) {
    if (to === 'db' || to === 'queue' || to === 'journal' || to === 'lib') return true;
    // Whose rows a verb may touch is told by what it calls; a type alone tells who is meant.
    return NOUNS.includes(to) && (typeOnly || NOUNS.indexOf(to) < NOUNS.indexOf(from));
  }
  if (SURFACES.includes(from)) {
    return !SURFACES.includes(to) && to !== 'adapters';
  }
  return false;
}

describe('architecture', () => {
  test('every folder of the server is listed as a module', () => {
    const known = new Set([...NOUNS, ...SURFACES, 'lib', 'db', 'journal', 'queue', 'adapters']);
    const folders = new Set(files.filter((file) => file.includes('/')).map(moduleOf));
    assert.deepEqual(
      [...folders].filter((folder) => !known.has(folder)),
      [],
    );
  });

  test('modules import only what the map allows', () => {
    const wrong = imports
      .filter((each) => !allowed(each))
      .map(({ file, to }) => `${file} must not import ${to}`);
    assert.deepEqual(wrong, []);
  });

  test('there are no import cycles, not even for types', () => {
    assert.deepEqual(findCircles(), []);
  });

  test('only main.ts reads process.env', () => {
    assert.deepEqual(filesWith(/process\.env/), ['main.ts']);
  });

  test('only http/server/createHttpServer.ts imports the web framework', () => {
    assert.deepEqual(filesWith(/from 'fastify'/), ['http/server/createHttpServer.ts']);
  });

  test('only what is over, or has lost its folder to another process, calls process.exit', () => {
    assert.deepEqual(filesWith(/process\.exit\(/).toSorted(), ['lib/endAtOnce.ts', 'main.ts']);
  });

  test('only nouns, db and queue contain SQL', () => {
    const places = filesWith(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|sql`/);
    const wrong = places.filter((file) => ![...NOUNS, 'db', 'queue'].includes(moduleOf(file)));
    assert.deepEqual(wrong, []);
  });

  test('only the click store names its tables, but where a project is deleted', () => {
    const totals = 'rollups|rolled_days|link_expired';
    const rows =
      "(?:from|join|into|update) clicks|(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\\('clicks";
    const places = filesWith(new RegExp(`\\b(?:${totals}|${rows})\\b`)).filter(
      (file) => !CLICK_STORES.has(moduleOf(file)) && moduleOf(file) !== 'db',
    );
    assert.deepEqual(places, ['projects/deleteProject.ts']);
  });

  test('what apps write has one statement that inserts it, whoever asks', () => {
    const writers = {
      links: 'links/writeLinks.ts',
      installations: 'installations/writeInstallations.ts',
      active_users: ['installations/writeInstallations.ts', 'sessions/writeSessions.ts'],
      sessions: 'sessions/writeSessions.ts',
      attribution_facts: 'attribution/writeAttributions.ts',
      attribution_receipts: 'attribution/writeAttributions.ts',
      delivered_clicks: 'attribution/writeAttributions.ts',
    };
    for (const [table, expected] of Object.entries(writers)) {
      const inserts = new RegExp(`insert\\s+into\\s+${table}\\b|insertInto\\(\\s*'${table}'`, 'gi');
      const places = files.flatMap((file) =>
        [...readFileSync(join(SRC, file), 'utf8').matchAll(inserts)].map(() => file),
      );
      assert.deepEqual(places.toSorted(), [expected].flat(), table);
    }
  });

  test('nobody waits for the journal by hand: numbers do', () => {
    const places = filesWith(/\.loaded\(\)/).filter((file) => moduleOf(file) !== 'journal');
    assert.deepEqual(places.toSorted(), [
      'clicks/createClickLedger.ts',
      'clicks/loadLeftJournal.ts',
      'clicks/openNumbers.ts',
    ]);
  });

  test('only verbs open transactions, never http or linkhost', () => {
    const places = filesWith(/\.transaction\(\)|\binTransaction\(/);
    assert.deepEqual(
      places.filter((file) => ['http', 'linkhost'].includes(moduleOf(file))),
      [],
    );
  });

  test('only verbs write the audit log, never http or linkhost', () => {
    const places = filesWith(/from '[^']*\/(?:changeProject|recordAudit)\.ts'/);
    assert.deepEqual(
      places.filter((file) => ['http', 'linkhost'].includes(moduleOf(file))),
      [],
    );
  });

  test('clients import only the contract, plus imports and SDK where listed', () => {
    const packages = (file: string) =>
      /^(cli|dashboard)\//.test(file) ? 'contract|imports' : 'contract';
    // By its sources: what is built of it is not there in a clean checkout.
    const sdk = (file: string) => (/^(cli|bench)\//.test(file) ? '(?!src/index\\.ts)' : '');
    const wrong = globSync('{cli,bench,sdk,dashboard,imports}/src/**/*.{ts,tsx}', {
      cwd: ROOT,
    }).filter((file) =>
      new RegExp(
        `(?:from |import |import\\()'(?:(?:\\.\\./)+(?:(?:server|contract|imports)/|sdk/${sdk(file)})|@fairlead/(?!${packages(file)}))`,
      ).test(readFileSync(join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(wrong, []);
  });

  test('command line and bench have a single client each', () => {
    const wrong = globSync('{cli,bench}/src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /\bcreateClient\(|new Fairlead\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(wrong.toSorted(), [
      'bench/src/targets/openClient.ts',
      'cli/src/account/openClient.ts',
    ]);
  });

  test('dashboard forms are all made with parts/Form.tsx', () => {
    const wrong = globSync('dashboard/src/**/*.tsx', { cwd: ROOT }).filter((file) =>
      /<form\b/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(wrong, ['dashboard/src/parts/Form.tsx']);
  });

  test('imports run without Node and import only types and limits of the contract', () => {
    const wrong = globSync('imports/src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /^import (?!type )[^;]*from '(?:node:|@fairlead\/contract(?!\/limits))/m.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
    assert.deepEqual(wrong, []);
  });
});

function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8'))).toSorted();
}

/** Files of every workspace that import each other in a circle, one line for each circle. */
function findCircles(): string[] {
  const sources = globSync('{contract,server,sdk,cli,bench,dashboard}/src/**/*.{ts,tsx}', {
    cwd: ROOT,
  });
  const importsOf = new Map(sources.map((file) => [file, importedBy(file)]));
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  return circles;
}

function importedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/(?:from|^import) '(\.[^']+)'/gm);
  return [...found].map(([, path = '']) => join(dirname(file), path));
}
