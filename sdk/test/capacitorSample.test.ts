import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { functionsOf, openSwiftParser, SCENE_CALLBACKS } from './support/parseSwift.ts';
import { prepareSample } from './support/prepareSample.ts';

const start = promisify(execFile);

describe('the Capacitor sample', () => {
  test('is built by Vite, and its iOS project gets links in scenes', async (context) => {
    const cwd = await prepareSample('capacitor');
    const parse = await openSwiftParser();
    if (cwd === undefined || !parse) return context.skip('npm cannot be reached');
    await start(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { cwd });
    const env = { ...process.env, CI: '1', CAPACITOR_TELEMETRY: 'false' };
    await start(process.execPath, ['node_modules/@capacitor/cli/bin/capacitor', 'add', 'ios'], {
      cwd,
      env,
    });
    const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
    assert.equal(globSync('ios/App/App/public/assets/index-*.js', { cwd }).length, 1);
    assert.match(
      read('ios/App/App/Info.plist'),
      /<key>UISceneDelegateClassName<\/key>\s*<string>\$\(PRODUCT_MODULE_NAME\)\.SceneDelegate<\/string>/,
    );
    const [proxy = ''] = globSync('node_modules/@capacitor/ios/**/CAPSceneDelegateProxy.swift', {
      cwd,
    });
    const passedOn = functionsOf(parse(read(proxy)), 'SceneDelegateProxy');
    const made = functionsOf(parse(read('ios/App/App/SceneDelegate.swift')), 'SceneDelegate');
    for (const callback of SCENE_CALLBACKS) {
      const own = made.find(({ signature }) => signature === callback);
      assert.match(own?.body ?? '', /SceneDelegateProxy\.shared\.scene\(/, callback);
      assert.ok(passedOn.some(({ signature }) => signature === callback));
    }
  });
});
