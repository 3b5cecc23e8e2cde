import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packSdk, run } from './packSdk.ts';

const ROOT = join(import.meta.dirname, '../../..');
const start = promisify(execFile);

/**
 * The samples get what npm would have given on this day: a package that appears while nobody looks, and asks for another
 * that is not everywhere yet, must not fail a test of ours. Later than the newest version that a sample names.
 */
const DAY = '2026-10-01';

/** A folder with the sample, its packages and the packed SDK. Undefined where npm cannot be reached. */
export async function prepareSample(name: 'expo' | 'capacitor'): Promise<string | undefined> {
  const sample = join(ROOT, 'examples', name);
  const folder = await installSample(name, sample);
  if (folder === undefined) return undefined;
  for (const made of ['dist', 'ios']) rmSync(join(folder, made), { recursive: true, force: true });
  cpSync(sample, folder, { recursive: true });
  const sdk = join(folder, 'node_modules/@fairlead/sdk');
  rmSync(sdk, { recursive: true, force: true });
  mkdirSync(sdk, { recursive: true });
  run('tar', ['-xzf', (await packSdk()).tarball, '-C', sdk, '--strip-components=1'], folder);
  return folder;
}

/**
 * The sample's packages without the SDK (Expo's about 420 MB), installed as npm does by itself: a conflict between their
 * peers fails. Kept until the sample asks for others. Undefined where npm cannot be reached; with CI=true that is an error.
 */
async function installSample(name: string, sample: string): Promise<string | undefined> {
  const cache = join(ROOT, 'node_modules/.cache', `fairlead-${name}`);
  const manifest = readFileSync(join(sample, 'package.json'));
  const hash = createHash('sha256').update(manifest).update(DAY).digest('hex').slice(0, 16);
  const place = join(cache, hash);
  if (existsSync(place)) return place;
  if (process.env['CI'] !== 'true' && !(await canReachNpm())) return undefined;
  const part = join(cache, `part-${process.pid}`);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  cpSync(join(sample, 'package.json'), join(part, 'package.json'));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--before=${DAY}`];
  await start('npm', ['install', ...options], { cwd: part });
  renameSync(part, place);
  return place;
}

async function canReachNpm(): Promise<boolean> {
  return start('npm', ['ping']).then(
    () => true,
    () => false,
  );
}
