import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';

const SRC = join(import.meta.dirname, '../../server/src');
const ROOT = join(import.meta.dirname, '../..');

/**
 * The wings from the top down, and the rooms of each from the bottom up: a wing may import those below it, and a room those before it
 * in its own wing (docs/architecture.md).
 */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  start: ['serving', 'demo', 'commands'],
  faces: ['App', 'lookups', 'pages', 'http', 'linkhost', 'jobs'],
  apps: ['installations', 'sessions', 'attribution', 'events', 'sources', 'builds', 'exports'],
  visits: ['visitors', 'journal', 'clicks', 'numbers', 'postgres', 'clickhouse', 'decision'],
  links: ['link', 'folders', 'rules', 'finding', 'creating', 'changing', 'longLinks', 'doctor'],
  teams: [
    'accounts',
    'audit',
    'plans',
    'projects',
    'appKeys',
    'domains',
    'billing',
    'provisioning',
  ],
  platform: ['ports', 'lib', 'config', 'db', 'queue', 'rateLimits', 'adapters', 'backup'],
};
const FROM_TOP = Object.keys(WINGS);
/** Implementations of the port `visits/numbers/ClickStore.ts`. */
const CLICK_STORES = ['visits/postgres', 'visits/clickhouse'];
const SURFACES = new Set(['faces/http', 'faces/linkhost', 'faces/jobs']);
/** More than this in one place and nobody finds anything. */
const MAX_FILES = 30;
const MAX_ROOMS = 8;

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = globSync('**/*.ts', { cwd: SRC });
const imports = files.flatMap(readImports);

function readImports(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)( type)?[^'"]*? from '([.#][^']+)'|^import '([.#][^']+)'/gm,
  );
  return [...found].map((match) => {
    const specifier = match[2] ?? match[3]!;
    const target = relative(SRC, join(SRC, locate(file, specifier)));
    return {
      file,
      specifier,
      from: roomOf(file),
      to: roomOf(target),
      typeOnly: match[1] !== undefined,
    };
  });
}

/** The file that a specifier names, seen from the folder of sources: `#wing/…` or a path from the importing file. */
function locate(file: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier);
}

/** `wing/room`; `main.ts` is its own. */
function roomOf(path: string): string {
  const [wing = '', room = ''] = path.replace(/\.ts$/, '').split('/');
  return room === '' ? wing : `${wing}/${room}`;
}

function wingOf(room: string): string {
  return room.split('/')[0]!;
}

function allowed({ from, to, typeOnly }: Import): boolean {
  if (from === to || from === 'main') return true;
  if (to === 'main') return false;
  const [fromWing, toWing] = [wingOf(from), wingOf(to)];
  if (fromWing === 'start') return toWing !== 'start' || isBefore(to, from);
  // Only what composes the server chooses a store of clicks; everything else has its port. What every store keeps in PostgreSQL has one
  // statement.
  if (CLICK_STORES.includes(to)) return from === 'visits/clickhouse';
  // What the environment says is handed on as arguments.
  if (to === 'platform/config') return typeOnly || fromWing === 'faces';
  if (to === 'platform/adapters') return typeOnly;
  if (fromWing !== toWing) return FROM_TOP.indexOf(fromWing) < FROM_TOP.indexOf(toWing);
  // The app is described by what its parts are, and handed to the surfaces.
  if (from === 'faces/App') return typeOnly;
  if (fromWing === 'faces') return !SURFACES.has(to);
  // Whose rows a verb may touch is told by what it calls; a type alone tells who is meant.
  return typeOnly || isBefore(to, from);
}

function isBefore(one: string, other: string): boolean {
  const rooms = WINGS[wingOf(one)]!;
  return rooms.indexOf(one.split('/')[1]!) < rooms.indexOf(other.split('/')[1]!);
}

describe('architecture', () => {
  test('the map names every room, and no wing has more than eight', () => {
    const rooms = [...new Set(files.map(roomOf))].toSorted();
    const named = FROM_TOP.flatMap((wing) => WINGS[wing]!.map((room) => `${wing}/${room}`));
    assert.deepEqual(rooms, [...named, 'main'].toSorted());
    assert.deepEqual(
      FROM_TOP.filter((wing) => WINGS[wing]!.length > MAX_ROOMS),
      [],
    );
  });

  test('no folder has more than thirty files', () => {
    const all = globSync('server/{src,test}/**/*.*', {
      cwd: ROOT,
    });
    const folders = Map.groupBy(all, (file) => dirname(file));
    const large = [...folders].filter(([, own]) => own.length > MAX_FILES);
    assert.deepEqual(
      large.map(([folder, own]) => `${folder}: ${own.length}`),
      [],
    );
  });

  test('imports across wings name the wing, those within it are relative', () => {
    const wrong = imports
      .filter(({ from, to, specifier }) => {
        const across = from === 'main' || wingOf(from) !== wingOf(to);
        return across !== specifier.startsWith('#');
      })
      .map(({ file, specifier }) => `${file}: ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  test('wings and rooms import only what the map allows', () => {
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

  test('only createHttpServer.ts and what it is made of import the web framework', () => {
    assert.deepEqual(filesWith(/from 'fastify'/), [
      'faces/http/server/addOtherRoutes.ts',
      'faces/http/server/addRoute.ts',
      'faces/http/server/answerErrors.ts',
      'faces/http/server/createHttpServer.ts',
    ]);
  });

  test('only what is over, or has lost its folder to another process, calls process.exit', () => {
    assert.deepEqual(filesWith(/process\.exit\(/), [
      'main.ts',
      'platform/lib/process/endAtOnce.ts',
    ]);
  });

  test('no surface, adapter or pure function contains SQL', () => {
    const places = filesWith(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|sql`/);
    const wrong = places.filter((file) =>
      /^(?:start\/serving|faces|platform\/(?:ports|lib|config|adapters))\//.test(file),
    );
    assert.deepEqual(wrong, []);
  });

  test('only the click store names its tables, but where a project is deleted', () => {
    const totals = 'rollups|rolled_days|link_expired';
    const rows =
      "(?:from|join|into|update) clicks|(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\\('clicks";
    const places = filesWith(new RegExp(`\\b(?:${totals}|${rows})\\b`)).filter(
      (file) => ![...CLICK_STORES, 'platform/db'].includes(roomOf(file)),
    );
    assert.deepEqual(places, ['teams/projects/deleteProject.ts']);
  });

  test('what apps write has one statement that inserts it, whoever asks', () => {
    const writers = {
      links: 'links/creating/writeLinks.ts',
      installations: 'apps/installations/writeInstallations.ts',
      active_users: ['apps/installations/writeInstallations.ts', 'apps/sessions/writeSessions.ts'],
      sessions: 'apps/sessions/writeSessions.ts',
      attribution_facts: 'apps/attribution/writeAttributions.ts',
      attribution_receipts: 'apps/attribution/writeAttributions.ts',
      delivered_clicks: 'apps/attribution/writeAttributions.ts',
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
    const places = filesWith(/\.loaded\(\)/).filter((file) => roomOf(file) !== 'visits/journal');
    assert.deepEqual(places.toSorted(), [
      'visits/clicks/createClickLedger.ts',
      'visits/clicks/loadLeftJournal.ts',
      'visits/numbers/openNumbers.ts',
    ]);
  });

  test('only verbs open transactions, never http or linkhost', () => {
    const places = filesWith(/\.transaction\(\)|\binTransaction\(/);
    assert.deepEqual(
      places.filter((file) => ['faces/http', 'faces/linkhost'].includes(roomOf(file))),
      [],
    );
  });

  test('only verbs write the audit log, never http or linkhost', () => {
    const places = filesWith(/from '[^']*\/(?:changeProject|recordAudit)\.ts'/);
    assert.deepEqual(
      places.filter((file) => ['faces/http', 'faces/linkhost'].includes(roomOf(file))),
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
    assert.deepEqual(wrong, ['dashboard/src/parts/form/Form.tsx']);
  });

  test('imports run without Node and import only types, limits, currencies and forbidden schemes of the contract', () => {
    const wrong = globSync('imports/src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /^import (?!type )[^;]*from '(?:node:|@fairlead\/contract(?!\/(?:limits|currencies|foreignSchemes)'))/m.test(
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
  const found = text.matchAll(/(?:from|^import) '([.#][^']+)'/gm);
  return [...found].map(([, path = '']) =>
    path.startsWith('#') ? join('server/src', path.slice(1)) : join(dirname(file), path),
  );
}
