import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { packSdk, run } from './support/packSdk.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(ROOT, 'examples/expo');
const CACHE = join(ROOT, 'node_modules/.cache/fairlead-expo');
const start = promisify(execFile);

describe('the Expo sample', () => {
  test('is bundled by Metro with the packed package, for Android', async (context) => {
    const folder = await installSample();
    if (folder === undefined) return context.skip('npm cannot be reached');
    cpSync(SAMPLE, folder, { recursive: true });
    const sdk = join(folder, 'node_modules/@fairlead/sdk');
    rmSync(sdk, { recursive: true, force: true });
    mkdirSync(sdk, { recursive: true });
    run('tar', ['-xzf', (await packSdk()).tarball, '-C', sdk, '--strip-components=1'], folder);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    const words = ['node_modules/expo/bin/cli', 'export', '--platform', 'android'];
    await start(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, CI: '1', EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1' },
      maxBuffer: 1 << 26,
    });
    assert.equal(globSync('dist/_expo/static/js/android/entry-*.hbc', { cwd: folder }).length, 1);
  });
});

/**
 * The sample's packages without the SDK, about 320 MB, installed as npm does by itself: a conflict between their peers fails.
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
