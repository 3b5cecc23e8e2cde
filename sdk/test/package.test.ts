import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../src/version.ts';
import { bundleSdk, packSdk, run } from './support/packSdk.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Bytes, gzipped, of what a website or an app has to load. */
const APP_BUDGET = 6_000;

describe('the package as npm publishes it', () => {
  let folder = '';
  let installed = '';
  let tarball = '';
  before(() => {
    ({ folder, installed, tarball } = packSdk());
  });

  test('publint finds nothing', () => {
    const said = run(
      process.execPath,
      [join(ROOT, 'node_modules/publint/src/cli.js'), 'run', installed, '--strict'],
      folder,
    );
    assert.match(said, /All good/);
  });

  test('every way of importing it finds its types', () => {
    const cli = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const said = run(
      process.execPath,
      [cli, tarball, '--no-emoji', '--no-color', '--exclude-entrypoints', 'app.plugin.js'],
      folder,
    );
    assert.match(said, /No problems found/);
  });

  test('it depends on nothing, and says the version that its files say', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      version: string;
      dependencies?: object;
      peerDependencies?: object;
    };
    assert.equal(manifest.version, VERSION);
    assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  });

  test('the Kotlin SDK has its version', () => {
    const android = join(ROOT, 'sdk/android');
    const code = readFileSync(
      join(android, 'core/src/main/kotlin/dev/fairlead/Version.kt'),
      'utf8',
    );
    const build = readFileSync(join(android, 'build.gradle.kts'), 'utf8');
    assert.equal(/VERSION: String = "(.*)"/.exec(code)?.[1], VERSION);
    assert.equal(/^ {4}version = "(.*)"$/m.exec(build)?.[1], VERSION);
  });

  test('every sub-path is there for import and for require, with the same names', () => {
    const code = `
      const { createRequire } = require('node:module');
      (async () => {
        for (const path of ['', '/app', '/react-native', '/expo', '/capacitor', '/webhooks', '/expo-plugin']) {
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
    test(`the app part with the adapter ${adapter} is under ${APP_BUDGET} bytes`, async () => {
      const code = await bundleSdk(
        `export { createApp, ${adapter} } from '@fairlead/sdk/${name}';`,
      );
      const size = gzipSync(code).length;
      assert.ok(size < APP_BUDGET, `${size} bytes`);
    });
  }

  test('what is not used is left out of a bundle', async () => {
    assert.equal((await bundleSdk("import '@fairlead/sdk';")).trim(), '');
  });
});
