import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** ClickHouse in a Node process: 546 MB, so it is no dependency of a workspace. */
const VERSION = '3.4.0';
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/fairlead-clickhouse');

/** Where chdb of this version is installed, or will be. */
export const ENGINE_FOLDER = join(CACHE, VERSION);

/** Fetches the engine from npm once. */
export async function installEngine(): Promise<void> {
  if (existsSync(ENGINE_FOLDER)) return;
  const folder = `${ENGINE_FOLDER}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
    await promisify(execFile)(
      'npm',
      ['install', `chdb@${VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'],
      { cwd: folder },
    );
    await rename(folder, ENGINE_FOLDER);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(ENGINE_FOLDER)) throw error;
  }
}
