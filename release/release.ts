/**
 * Makes a release of what is checked out: `npm run release -- VERSION [--skip-checks] [--skip-pack]`. It changes every place that
 * says the version, dates the changelog, seals the migrations, runs all checks and tests, commits, tags with a signature (Git's
 * `user.signingKey`), and makes the files of the release. Nothing leaves this machine: the last lines say what publishes it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readMigrations } from '../server/src/platform/db/migrations/migrate.ts';
import { planRelease, ReleaseError } from './planRelease.ts';

/** Everything in which the version stands. */
const FILES = [
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  '{bench,cli,contract,dashboard,imports,sdk,server}/package.json',
  'compose.yaml',
  'deploy/compose.*.yaml',
  'deploy/helm/*/Chart.yaml',
  'sdk/src/version.ts',
  'sdk/fixtures/**/*.json',
  'sdk/android/build.gradle.kts',
  'sdk/android/core/src/main/kotlin/dev/fairlead/Version.kt',
  'sdk/ios/Sources/Fairlead/FairleadApp.swift',
];
const MIGRATIONS = 'server/migrations';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    'skip-checks': { type: 'boolean', default: false },
    'skip-pack': { type: 'boolean', default: false },
  },
});
const { root } = values;

try {
  await release(positionals[0] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function release(version: string): Promise<void> {
  if (git('status', '--porcelain') !== '') {
    throw new ReleaseError('There are changes that are not committed: commit or undo them first');
  }
  if (git('tag', '--list', `v${version}`) !== '') {
    throw new ReleaseError(`The tag v${version} is there already`);
  }
  const texts = new Map(
    globSync(FILES, { cwd: root })
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const date = new Date().toISOString().slice(0, 10);
  const changed = planRelease(texts, { version, date });
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  await sealMigrations();
  if (!values['skip-checks']) {
    npm('run', 'check');
    npm('test');
  }
  git('commit', '--all', '--message', `release: ${version}`);
  git('tag', '--sign', `v${version}`, '--message', `Fairlead ${version}`);
  if (!values['skip-pack']) npm('exec', '--', 'node', 'release/pack.ts');
  tell(version);
}

/** From now on none of them may change; `server/test/db/migrate.test.ts` holds that. */
async function sealMigrations(): Promise<void> {
  const steps = await readMigrations(join(root, MIGRATIONS));
  const lines = steps.map(({ name, checksum }) => `${checksum}  ${name}\n`);
  writeFileSync(join(root, MIGRATIONS, 'released.sha256'), lines.join(''));
}

function tell(version: string): void {
  const names = JSON.parse(readFileSync(join(import.meta.dirname, 'published.json'), 'utf8')) as {
    [kind: string]: string | null;
  };
  const unnamed = Object.keys(names).filter((kind) => names[kind] === null);
  const missing =
    unnamed.length === 0
      ? ''
      : ` release/published.json names no ${unnamed.join(', no ')}: that is not published.`;
  process.stdout.write(`
Released ${version} on this machine. To publish it:

  git push origin HEAD v${version}

upon which .github/workflows/release.yml signs and publishes.${missing}

Then keep a dump of this release for the tests of later ones: server/test/upgrades/README.md.
`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function npm(...args: string[]): void {
  execFileSync('npm', args, { cwd: root, stdio: 'inherit' });
}
