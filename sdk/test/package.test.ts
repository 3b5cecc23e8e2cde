import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../src/version.ts';
import { bundleSdk, linkReact, packSdk, run } from './support/packSdk.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Bytes, gzipped, of what a website or an app has to load. */
const APP_BUDGET = 8_000;
/** And those who say what happens in their app. */
const EVENTS_BUDGET = 9_800;

describe('the npm package', () => {
  let folder = '';
  let installed = '';
  let tarball = '';
  before(async () => {
    ({ folder, installed, tarball } = await packSdk());
  });

  test('passes publint', () => {
    const said = run(
      process.execPath,
      [join(ROOT, 'node_modules/publint/src/cli.js'), 'run', installed, '--strict'],
      folder,
    );
    assert.match(said, /All good/);
  });

  test('has types for every way of importing it', () => {
    const cli = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const said = run(
      process.execPath,
      [cli, tarball, '--no-emoji', '--no-color', '--exclude-entrypoints', 'app.plugin.js'],
      folder,
    );
    assert.match(said, /No problems found/);
  });

  test('has no dependencies but React, for those who use it, and the version that its code reports', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      version: string;
      dependencies?: object;
      peerDependencies?: object;
      peerDependenciesMeta?: object;
    };
    assert.equal(manifest.version, VERSION);
    assert.deepEqual(
      [manifest.dependencies, manifest.peerDependencies, manifest.peerDependenciesMeta],
      [undefined, { react: '>=18' }, { react: { optional: true } }],
    );
  });

  test('has the same version as the Kotlin SDK', () => {
    const android = join(ROOT, 'sdk/android');
    const code = readFileSync(
      join(android, 'core/src/main/kotlin/dev/fairlead/Version.kt'),
      'utf8',
    );
    const build = readFileSync(join(android, 'build.gradle.kts'), 'utf8');
    assert.equal(/VERSION: String = "(.*)"/.exec(code)?.[1], VERSION);
    assert.equal(/^ {4}version = "(.*)"$/m.exec(build)?.[1], VERSION);
  });

  test('exports the same names from every sub-path with import and with require', () => {
    linkReact(folder);
    const code = `
      const { createRequire } = require('node:module');
      (async () => {
        for (const path of ['', '/app', '/react-native', '/expo', '/capacitor', '/react', '/events', '/expo-plugin']) {
          const one = require('@fairlead/sdk' + path);
          const other = await import('@fairlead/sdk' + path);
          const names = Object.keys(one).sort();
          if (names.length === 0 || names.join() !== Object.keys(other).sort().join()) throw new Error(path);
        }
        if (typeof (await import('@fairlead/sdk/app.plugin.js')).default !== 'function') throw new Error('plugin');
        console.log('same');
      })();`;
    assert.equal(run(process.execPath, ['-e', code], folder).trim(), 'same');
  });

  for (const [name, adapter] of [
    ['app', 'browser'],
    ['react-native', 'reactNative'],
    ['expo', 'expo'],
    ['capacitor', 'capacitor'],
  ] as const) {
    test(`app code with the ${adapter} adapter is under ${APP_BUDGET} bytes gzipped`, async () => {
      const code = await bundleSdk(
        `export { createApp, ${adapter} } from '@fairlead/sdk/${name}';`,
      );
      const size = gzipSync(code).length;
      assert.ok(size < APP_BUDGET, `${size} bytes`);
    });
  }

  test(`app code with events is under ${EVENTS_BUDGET} bytes gzipped`, async () => {
    const code = await bundleSdk(
      `export { createApp, expo } from '@fairlead/sdk/expo';
       export { minorUnits, withEvents } from '@fairlead/sdk/events';`,
    );
    const size = gzipSync(code).length;
    assert.ok(size < EVENTS_BUDGET, `${size} bytes`);
  });

  test('is tree-shakeable', async () => {
    assert.equal((await bundleSdk("import '@fairlead/sdk';")).trim(), '');
  });
});
