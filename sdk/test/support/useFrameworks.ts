import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/fairlead-frameworks');

/** What the samples import, of the releases that they ask for. */
export const FRAMEWORKS = {
  'react-native': '0.81.6',
  '@react-native/virtualized-lists': '0.81.6',
  '@react-native-async-storage/async-storage': '2.2.0',
  'expo-application': '7.0.8',
  'expo-device': '8.0.10',
  'expo-router': '6.0.24',
  '@capacitor/core': '7.6.9',
  '@capacitor/app': '7.1.2',
  '@capacitor/device': '7.0.5',
  '@capacitor/preferences': '7.0.4',
} as const;

/**
 * A folder of packages with the frameworks of the samples, without what they depend on, since types need no more. It is
 * fetched once. Undefined where npm cannot be reached; with CI=true that is an error.
 */
export async function useFrameworks(): Promise<string | undefined> {
  try {
    for (const [name, version] of Object.entries(FRAMEWORKS)) await fetchPackage(name, version);
    return CACHE;
  } catch (fault) {
    if (process.env['CI'] === 'true') throw fault;
    return undefined;
  }
}

/** Each release has a folder of its own, so that another one is fetched when the table says so. */
export function folderOf(cache: string, name: string): string {
  const version = Object.entries(FRAMEWORKS).find(([each]) => each === name)?.[1];
  return join(cache, `${name.replace('/', '+')}@${version}`, 'node_modules', name);
}

async function fetchPackage(name: string, version: string): Promise<void> {
  const target = folderOf(CACHE, name);
  if (existsSync(target)) return;
  const part = join(CACHE, `part-${process.pid}`);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const pack = ['pack', `${name}@${version}`, '--silent', '--pack-destination', part];
  const { stdout } = await run('npm', pack, { cwd: part });
  await run('tar', ['-xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: part });
  mkdirSync(join(target, '..'), { recursive: true });
  renameSync(join(part, 'package'), target);
  rmSync(part, { recursive: true });
}
