import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { functionsOf, openSwiftParser, SCENE_CALLBACKS } from './support/parseSwift.ts';
import { prepareSample } from './support/prepareSample.ts';

const start = promisify(execFile);

describe('the Expo sample', () => {
  test('is bundled by Metro with the packed package, for Android', async (context) => {
    const folder = await prepareSample('expo');
    if (folder === undefined) return context.skip('npm cannot be reached');
    await runExpo(folder, 'export', '--platform', 'android');
    assert.equal(globSync('dist/_expo/static/js/android/entry-*.hbc', { cwd: folder }).length, 1);
  });

  test('is an iOS project with scenes and the associated domain after prebuild', async (context) => {
    const folder = await prepareSample('expo');
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

async function runExpo(cwd: string, ...words: readonly string[]): Promise<void> {
  await start(process.execPath, ['node_modules/expo/bin/cli', ...words], {
    cwd,
    env: { ...process.env, CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1' },
    maxBuffer: 1 << 26,
  });
}
