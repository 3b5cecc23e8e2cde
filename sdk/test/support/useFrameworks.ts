import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/fairlead-frameworks');

type Packages = Readonly<Record<string, string>>;

/** What each sample imports, of the releases that it asks for. */
export const FRAMEWORKS = {
  'react-native': {
    'react-native': '0.88.1',
    '@react-native/virtualized-lists': '0.88.1',
    '@react-native-async-storage/async-storage': '2.2.0',
    '@react-native-clipboard/clipboard': '1.16.3',
    'react-native-play-install-referrer': '2.0.1',
  },
  expo: {
    'react-native': '0.86.3',
    '@react-native/virtualized-lists': '0.86.3',
    '@react-native-async-storage/async-storage': '2.2.0',
    'expo-application': '57.0.3',
    'expo-clipboard': '57.0.2',
    'expo-device': '57.0.2',
    'expo-router': '57.0.22',
  },
  capacitor: {
    '@capacitor/core': '8.5.2',
    '@capacitor/app': '8.1.1',
    '@capacitor/clipboard': '8.0.1',
    '@capacitor/device': '8.0.3',
    '@capacitor/preferences': '8.0.1',
  },
} as const satisfies Record<string, Packages>;

/**
 * Packages without what they depend on, since types and sources need no more, each in its folder by its name. They are
 * fetched once. Undefined where npm cannot be reached; with CI=true that is an error.
 */
export async function usePackages(
  packages: Packages,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    const folders: Record<string, string> = {};
    for (const [name, version] of Object.entries(packages)) {
      folders[name] = await fetchPackage(name, version);
    }
    return folders;
  } catch (fault) {
    if (process.env['CI'] === 'true') throw fault;
    return undefined;
  }
}

/** Each release has a folder of its own, so that another one is fetched when somebody asks for it. */
async function fetchPackage(name: string, version: string): Promise<string> {
  const target = join(CACHE, `${name.replace('/', '+')}@${version}`, 'node_modules', name);
  if (existsSync(target)) return target;
  const part = join(CACHE, `part-${process.pid}`);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const pack = ['pack', `${name}@${version}`, '--silent', '--pack-destination', part];
  const { stdout } = await run('npm', pack, { cwd: part });
  await run('tar', ['-xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: part });
  mkdirSync(join(target, '..'), { recursive: true });
  renameSync(join(part, 'package'), target);
  rmSync(part, { recursive: true });
  return target;
}
