import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, suite, test } from 'node:test';
import { planRelease, ReleaseError } from '../../../release/planRelease.ts';
import { readMigrations } from '#platform/db/migrations/migrate.ts';
import { endings } from '../support/run/endings.ts';

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

/** A repository of its own with what a release touches, or with other files of this one. */
async function makeRepository(
  paths = PATHS,
): Promise<{ folder: string; git: (...words: string[]) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-release-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const keys = makeSigningKey();
  for (const path of paths) {
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
  const key = join(keys, 'key');
  git('config', 'gpg.format', 'ssh');
  git('config', 'user.signingKey', key);
  git('config', 'gpg.ssh.allowedSignersFile', join(keys, 'signers'));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before');
  return { folder, git };
}

/** A folder with a key and the list of whose signatures count. */
function makeSigningKey(): string {
  const keys = mkdtempSync(join(tmpdir(), 'fairlead-keys-'));
  endings.defer(() => rm(keys, { recursive: true, force: true }));
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'key')]);
  const open = readFileSync(join(keys, 'key.pub'), 'utf8');
  writeFileSync(join(keys, 'signers'), `ada@example.com ${open}`);
  return keys;
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
  test('updates all versions, dates the changelog, seals migrations, commits and tags with a signature', async () => {
    const { folder, git } = await makeRepository();
    const before = versionOf(folder, 'package.json');
    const { status, stderr, stdout } = release(folder, '99.1.0');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /git push origin HEAD v99\.1\.0/);
    assert.equal(git('log', '-1', '--format=%s'), 'release: 99.1.0');
    assert.equal(git('describe'), 'v99.1.0');
    git('verify-tag', 'v99.1.0');
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
    assert.match(changelog, /## Unreleased\n\n## 99\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n### /);
    const sealed = readFileSync(join(folder, 'server/migrations/released.sha256'), 'utf8');
    const migrations = await readMigrations(join(folder, 'server/migrations'));
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

suite('the files of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-files-'));
  const version = versionOf(ROOT, 'package.json');

  // In a copy: it builds both packages, as other tests do at the same time.
  before(async () => {
    endings.defer(() => rm(folder, { recursive: true, force: true }));
    const tracked = execFileSync('git', ['ls-files', '-z', '--', ':!docs/screens'], { cwd: ROOT });
    const copy = await makeRepository(tracked.toString().split('\0').filter(Boolean));
    symlinkSync(join(ROOT, 'node_modules'), join(copy.folder, 'node_modules'));
    const { status, stderr } = spawnSync(process.execPath, ['release/pack.ts', '--into', folder], {
      cwd: copy.folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });

  test('SHA256SUMS lists them all, and sha256sum verifies it', () => {
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    const listed = [...sums.matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm)].map(([, name]) => name);
    const there = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
    assert.deepEqual(listed, there.toSorted());
    assert.deepEqual(listed, [
      `fairlead-${version}.cdx.json`,
      `fairlead-${version}.tgz`,
      `fairlead-sdk-${version}.tgz`,
      `fairlead-source-${version}.tar.gz`,
    ]);
    const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
    assert.equal(check.status, 0, String(check.stderr));
  });

  test('the list of components is whole, without those of development, and as the lock file says', () => {
    const list = JSON.parse(
      readFileSync(join(folder, `fairlead-${version}.cdx.json`), 'utf8'),
    ) as ComponentList;
    assert.equal(list.bomFormat, 'CycloneDX');
    assert.equal(list.metadata.component['bom-ref'], `fairlead@${version}`);
    const known = new Map(list.components.map((each) => [each['bom-ref'], each]));
    assert.equal(known.size, list.components.length);
    for (const { ref, dependsOn } of list.dependencies) {
      for (const each of [ref, ...dependsOn]) {
        assert.ok(known.has(each) || each === list.metadata.component['bom-ref'], each);
      }
    }
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
    };
    const shipped = Object.entries(packages).flatMap(([path, { version: locked, dev, link }]) => {
      const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? [];
      return name === undefined || dev || link ? [] : [`${name}@${locked}`];
    });
    assert.ok(shipped.some((each) => each.startsWith('pg@')));
    assert.deepEqual(
      shipped.filter((each) => !known.has(each)),
      [],
    );
    assert.ok(![...known.keys()].some((each) => each.startsWith('oxlint@')));
    for (const each of list.components) assert.match(each.purl, /^pkg:npm\//);
  });
});

interface ComponentList {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
