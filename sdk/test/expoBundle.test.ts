import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { packSdk, run } from './support/packSdk.ts';
import { functionsOf, openSwiftParser, SCENE_CALLBACKS } from './support/parseSwift.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(ROOT, 'examples/expo');
const CACHE = join(ROOT, 'node_modules/.cache/fairlead-expo');
const start = promisify(execFile);

describe('the Expo sample', () => {
  test('is bundled by Metro with the packed package, for Android', async (context) => {
    const folder = await prepareSample();
    if (folder === undefined) return context.skip('npm cannot be reached');
    await runExpo(folder, 'export', '--platform', 'android');
    assert.equal(globSync('dist/_expo/static/js/android/entry-*.hbc', { cwd: folder }).length, 1);
  });

  test('is an iOS project with scenes and the associated domain after prebuild', async (context) => {
    const folder = await prepareSample();
    const parse = await openSwiftParser();
    if (folder === undefined || !parse) return context.skip('npm cannot be reached');
    await runExpo(folder, 'prebuild', '--platform', 'ios', '--no-install');
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    assert.match(
      read('ios/Shop/Info.plist'),
      /<key>UIApplicationSceneManifest<\/key>.*<key>UISceneDelegateClassName<\/key>\s*<string>EXExpoAppSceneDelegate<\/string>/s,
    );
    assert.match(
      read('ios/Shop/Shop.entitlements'),
      /<key>com\.apple\.developer\.associated-domains<\/key>\s*<array>\s*<string>applinks:go\.example\.com<\/string>/,
    );
    const delegate = 'node_modules/expo/ios/AppDelegates/ExpoAppSceneDelegate.swift';
    assert.match(read(delegate), /@objc\(EXExpoAppSceneDelegate\)/);
    const callbacks = new Set(
      functionsOf(parse(read(delegate)), 'ExpoAppSceneDelegate').map(({ signature }) => signature),
    );
    assert.deepEqual(
      SCENE_CALLBACKS.filter((callback) => !callbacks.has(callback)),
      [],
    );
    // A window of its own would belong to no scene.
    assert.doesNotMatch(read('ios/Shop/AppDelegate.swift'), /UIWindow\(|startReactNative/);
  });
});

/** A folder with the sample, its packages and the packed SDK. */
async function prepareSample(): Promise<string | undefined> {
  const folder = await installSample();
  if (folder === undefined) return undefined;
  for (const made of ['dist', 'ios']) rmSync(join(folder, made), { recursive: true, force: true });
  cpSync(SAMPLE, folder, { recursive: true });
  const sdk = join(folder, 'node_modules/@fairlead/sdk');
  rmSync(sdk, { recursive: true, force: true });
  mkdirSync(sdk, { recursive: true });
  run('tar', ['-xzf', (await packSdk()).tarball, '-C', sdk, '--strip-components=1'], folder);
  return folder;
}

async function runExpo(cwd: string, ...words: readonly string[]): Promise<void> {
  await start(process.execPath, ['node_modules/expo/bin/cli', ...words], {
    cwd,
    env: { ...process.env, CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1' },
    maxBuffer: 1 << 26,
  });
}

/**
 * The sample's packages without the SDK, about 420 MB, installed as npm does by itself: a conflict between their peers fails.
 * Kept until the sample asks for others. Undefined where npm cannot be reached; with CI=true that is an error.
 */
async function installSample(): Promise<string | undefined> {
  const manifest = readFileSync(join(SAMPLE, 'package.json'));
  const name = createHash('sha256').update(manifest).digest('hex').slice(0, 16);
  const place = join(CACHE, name);
  if (existsSync(place)) return place;
  if (process.env['CI'] !== 'true' && !(await canReachNpm())) return undefined;
  const part = join(CACHE, `part-${process.pid}`);
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  cpSync(join(SAMPLE, 'package.json'), join(part, 'package.json'));
  await start('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: part });
  renameSync(part, place);
  return place;
}

async function canReachNpm(): Promise<boolean> {
  return start('npm', ['ping']).then(
    () => true,
    () => false,
  );
}
