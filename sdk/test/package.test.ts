import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { VERSION } from '../src/version.ts';

const SDK = join(import.meta.dirname, '..');
const ROOT = join(SDK, '..');
/** Bytes, gzipped, of what a website or an app has to load. */
const APP_BUDGET = 6_000;

describe('the package as npm publishes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sdk-'));
  const installed = join(folder, 'node_modules/@fairlead/sdk');
  let tarball = '';

  before(() => {
    const made = run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], SDK);
    tarball = join(folder, /fairlead-sdk-[\w.-]+\.tgz/.exec(made)?.[0] ?? '');
    mkdirSync(installed, { recursive: true });
    run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A bundle as a website makes one. */
  async function bundle(code: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
    const entry = join(folder, 'entry.mjs');
    writeFileSync(entry, code);
    const build = await rolldown({ input: entry, cwd: folder, platform: 'neutral' });
    const { output } = await build.generate({ format, minify: true, name: 'sdk' });
    assert.equal(output.length, 1);
    return output[0].code;
  }

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
      const code = await bundle(`export { createApp, ${adapter} } from '@fairlead/sdk/${name}';`);
      const size = gzipSync(code).length;
      assert.ok(size < APP_BUDGET, `${size} bytes`);
    });
  }

  test('what is not used is left out of a bundle', async () => {
    assert.equal((await bundle("import '@fairlead/sdk';")).trim(), '');
  });

  test('it runs where there is nothing but fetch and timers, as in workers', async () => {
    const code = await bundle(
      "export { Fairlead } from '@fairlead/sdk'; export { createApp, memoryStorage } from '@fairlead/sdk/app';",
      'iife',
    );
    const answer = { id: 'x', slug: 'summer', type: 'dynamic', parameters: { a: 1 } };
    const world = {
      fetch: async () => Response.json(answer),
      AbortController,
      Response,
      setTimeout,
      clearTimeout,
    };
    const outcome: unknown = await runInNewContext(
      `${code};
      (async () => {
        const client = new sdk.Fairlead({ appKey: 'k', baseUrl: 'https://x.test' });
        const app = sdk.createApp({ publishableKey: 'k', baseUrl: 'https://x.test', storage: sdk.memoryStorage(),
          initialUrl: () => 'https://go.test/summer', consent: false });
        const heard = [];
        app.onLink(({ link }) => heard.push(link.slug));
        await app.start();
        const made = await client.links.create({ type: 'dynamic' });
        return [made.slug, ...heard].join();
      })()`,
      world,
    );
    assert.equal(outcome, 'summer,summer');
  });
});

function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}
