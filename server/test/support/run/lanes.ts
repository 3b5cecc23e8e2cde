import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../../scripts/digestOf.ts';
import { DAY_MS } from '../awayFromTurn.ts';
import { DATABASES, NUMBERS_AND_EVENTS } from './databases.ts';

/**
 * What other programs are needed for, what changes seldom, and the dashboard's single screens are tested outside of `npm test`. A part is due in CI where what it
 * proves has changed since its last green run, or that run is old.
 */
export interface Part {
  readonly name: string;
  /** Its test files, as globs. */
  readonly tests: readonly string[];
  /** Of these, the files that open a browser. */
  readonly inBrowser?: boolean;
  /** The tests of these files that belong to it, if not all: the others belong to `npm test`. */
  readonly titles?: string;
  /** What they prove, as globs. */
  readonly proves: readonly string[];
  /** Debian's packages that they need. */
  readonly packages?: readonly string[];
  /** The kind of PostgreSQL on which tests of `npm test` run once more. */
  readonly database?: string;
  /** Gets what is needed; returns variables for the tests. */
  readonly prepare?: () => Promise<Readonly<Record<string, string>>>;
}

const ROOT = join(import.meta.dirname, '../../../..');
/** Committed: the digest of what each part has proved, and the day of that run. */
const PROVED = join(ROOT, '.ci/outside.json');
const TESTS = '{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.test.ts';
const MAX_AGE_DAYS = 7;

/** What events and numbers come from. */
const NUMBERS = [
  'server/migrations/**',
  'server/src/{visits,apps}/**',
  'server/src/platform/db/**',
];

export const PARTS: readonly Part[] = [
  {
    name: 'bundlers',
    tests: ['sdk/test/{capacitorSample,expoBundle,expoPlugin,frameworks,package,runtimes}.test.ts'],
    proves: ['sdk/src/**', 'sdk/{package.json,app.plugin.js}', 'sdk/scripts/**', 'examples/**'],
  },
  {
    name: 'kotlin',
    tests: ['sdk/test/*.test.ts'],
    titles: ', android$',
    packages: ['openjdk-17-jdk-headless'],
    proves: ['sdk/android/**', 'sdk/src/**', 'examples/android/**', 'contract/src/**'],
  },
  {
    name: 'clickhouse',
    tests: ['server/test/clickhouse/*.test.ts'],
    proves: [...NUMBERS, 'server/test/clickStore/**', 'deploy/**/clickhouse/**'],
    prepare: async () => {
      const { prepareEngine } = await import('../../clickhouse/engine/prepareEngine.ts');
      return prepareEngine();
    },
  },
  {
    name: 'upgrades',
    tests: ['server/test/upgrades/*.test.ts'],
    proves: ['server/migrations/**', 'server/src/platform/db/migrations/**'],
  },
  {
    name: 'clients',
    tests: ['server/test/api/contract/generatedClients.test.ts'],
    proves: ['contract/src/**', 'contract/clients/**'],
  },
  {
    name: 'spreadsheet',
    tests: ['server/test/exports/libreOffice.test.ts'],
    packages: ['libreoffice-calc-nogui'],
    proves: ['server/src/apps/exports/**', 'imports/src/**'],
  },
  {
    // Of a server's change, what stands right in the folder proves that both still fit.
    name: 'dashboard',
    tests: ['server/test/dashboard/*/**/*.test.ts'],
    inBrowser: true,
    proves: ['dashboard/**', 'contract/src/**', 'server/src/start/demo/**'],
  },
  {
    name: 'embedded',
    tests: [
      'server/test/db/embedded*.test.ts',
      'server/test/backup/embedded.test.ts',
      'server/test/start/failedStart.test.ts',
    ],
    proves: ['server/src/platform/{db/embedded,config}/**', 'server/src/start/**'],
  },
  {
    name: 'turns',
    tests: ['bench/test/steps.test.ts'],
    proves: ['server/src/**', 'contract/src/**', 'bench/src/{neighbours,targets}/**'],
  },
  {
    name: 'guides',
    tests: ['server/test/http/guides/guideInBrowser.test.ts'],
    proves: ['docs/**'],
  },
  {
    name: 'deployment',
    tests: ['server/test/deploy/{caddyfile,chart,units}.test.ts'],
    packages: ['caddy', 'golang-go', 'golang-github-masterminds-sprig-dev', 'systemd'],
    proves: ['deploy/**', 'server/src/platform/config/**'],
  },
  ...DATABASES.map(({ name, packages }) => ({
    name,
    packages,
    tests: NUMBERS_AND_EVENTS.map(
      (place) => `${place}${place.endsWith('/') ? '**/' : ''}*.test.ts`,
    ),
    proves: NUMBERS,
    database: name,
  })),
];

/** All test files but those of the parts alone. */
export function listMainFiles(): string[] {
  const own = new Set(PARTS.filter(isAlone).flatMap(listFiles));
  return globSync(TESTS, { cwd: ROOT }).filter((file) => !own.has(file));
}

export function listFiles({ tests, inBrowser }: Part): string[] {
  const files = globSync([...tests], { cwd: ROOT });
  return inBrowser === true ? files.filter(opensBrowser) : files;
}

export function opensBrowser(file: string): boolean {
  return readFileSync(join(ROOT, file), 'utf8').includes('suiteInBrowser');
}

/** No test of its files is one of `npm test`. */
export function isAlone({ titles, database }: Part): boolean {
  return titles === undefined && database === undefined;
}

/** The parts that are due, with the reason. */
export function listDue(now = Date.now()): { part: Part; reason: string }[] {
  const proved = readProved();
  return PARTS.flatMap((part) => {
    const last = proved[part.name];
    if (last === undefined) return [{ part, reason: 'has not been run' }];
    if (last.digest !== provedBy(part)) return [{ part, reason: 'what it proves has changed' }];
    const age = now - Date.parse(last.on);
    const isRecent = age >= 0 && age <= MAX_AGE_DAYS * DAY_MS;
    return isRecent ? [] : [{ part, reason: `was last run on ${last.on}` }];
  });
}

/** Notes that these parts are green as the files are now. */
export function noteProved(parts: readonly Part[], now = new Date()): void {
  const on = now.toISOString().slice(0, 10);
  const before = readProved();
  const proved = PARTS.map((part) => [
    part.name,
    parts.includes(part) ? { on, digest: provedBy(part) } : before[part.name],
  ]);
  writeFileSync(PROVED, `${JSON.stringify(Object.fromEntries(proved), undefined, 2)}\n`);
}

type Proved = Readonly<Record<string, { readonly on: string; readonly digest: string }>>;

function readProved(): Proved {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `noteProved`
  return JSON.parse(readFileSync(PROVED, 'utf8')) as Proved;
}

function provedBy({ tests, proves }: Part): string {
  return digestOf([...tests, ...proves, 'package-lock.json']).slice(0, 16);
}
