import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { planRelease, ReleaseError } from '../../../release/planRelease.ts';
import { endings } from '../support/endings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PATHS = globSync(
  [
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    '{bench,cli,contract,dashboard,imports,sdk,server}/package.json',
    'compose.yaml',
    'deploy/compose.*.yaml',
    'deploy/helm/*/Chart.yaml',
    'sdk/src/version.ts',
    'sdk/fixtures/createLink.json',
    'sdk/fixtures/app/life.json',
    'sdk/android/build.gradle.kts',
    'sdk/android/core/src/main/kotlin/dev/fairlead/Version.kt',
    'sdk/ios/Sources/Fairlead/FairleadApp.swift',
    'server/migrations/*',
  ],
  { cwd: ROOT },
);

/** A repository of its own with what a release touches. */
async function makeRepository(): Promise<{ folder: string; git: (...words: string[]) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-release-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  for (const path of PATHS) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...words], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before');
  return { folder, git };
}

function release(folder: string, version: string) {
  return spawnSync(
    process.execPath,
    ['release/release.ts', version, '--root', folder, '--skip-checks', '--skip-pack'],
    { cwd: ROOT, encoding: 'utf8' },
  );
}

const versionOf = (folder: string, path: string) =>
  (JSON.parse(readFileSync(join(folder, path), 'utf8')) as { version: string }).version;

suite('npm run release', () => {
  test('updates all versions, dates the changelog, seals migrations, commits and tags', async () => {
    const { folder, git } = await makeRepository();
    const before = versionOf(folder, 'package.json');
    const { status, stderr, stdout } = release(folder, '99.1.0');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /git push origin HEAD v99\.1\.0/);
    assert.equal(git('log', '-1', '--format=%s'), 'release: 99.1.0');
    assert.equal(git('describe'), 'v99.1.0');
    assert.equal(git('status', '--porcelain'), '');
    for (const path of PATHS.filter((each) => /package(-lock)?\.json$/.test(each))) {
      assert.equal(versionOf(folder, path), '99.1.0', path);
    }
    const others = PATHS.filter((each) => /^(compose|deploy\/helm|sdk\/(?!package))/.test(each));
    for (const path of others) {
      const text = readFileSync(join(folder, path), 'utf8');
      assert.ok(text.includes('99.1.0') && !text.includes(before), path);
    }
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    assert.match(changelog, /## Unreleased\n\n## 99\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added/);
    const sealed = readFileSync(join(folder, 'server/migrations/released.sha256'), 'utf8');
    const migrations = PATHS.filter((path) => path.endsWith('.sql'));
    assert.equal(sealed.trimEnd().split('\n').length, migrations.length);
    // Other people's packages keep theirs.
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    assert.equal(lock.match(/"version": "99\.1\.0"/g)?.length, 9);
  });

  test('refuses uncommitted changes and an existing tag', async () => {
    const { folder, git } = await makeRepository();
    writeFileSync(join(folder, 'new.txt'), 'new');
    assert.match(release(folder, '99.1.0').stderr, /not committed/);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'more');
    git('tag', 'v99.1.0');
    const { status, stderr } = release(folder, '99.1.0');
    assert.equal(status, 1);
    assert.match(stderr, /The tag v99\.1\.0 is there already/);
  });

  test('refuses an invalid or earlier version and an empty changelog entry', () => {
    const texts = new Map([
      ['package.json', '{ "version": "1.2.3" }'],
      ['CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- More.\n\n## 1.2.3\n'],
    ]);
    const date = '2026-11-22';
    for (const version of ['1.2.3', '1.2.2', '0.9.9', 'next', '']) {
      assert.throws(() => planRelease(texts, { version, date }), ReleaseError, version);
    }
    assert.equal(
      planRelease(texts, { version: '1.3.0', date }).get('CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n## 1.3.0 (2026-11-22)\n\n- More.\n\n## 1.2.3\n',
    );
    const silent = new Map([
      ...texts,
      ['CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n- Old.\n'],
    ]);
    assert.throws(() => planRelease(silent, { version: '1.3.0', date }), /no entry under/);
  });
});
