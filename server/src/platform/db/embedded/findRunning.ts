import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../ports/Log.ts';
import { chooseHome, makeDataDir } from './chooseHome.ts';
import { connectionStrings } from './ensureDatabase.ts';
import { findPostmaster } from './postmaster.ts';

/** The connection string of a data folder's database while another process runs it; undefined if none does. */
export async function findRunning(dataDir: string, log: Log): Promise<string | undefined> {
  const { home } = await chooseHome(await makeDataDir(dataDir), log);
  const running = await findPostmaster(join(home, 'cluster'));
  if (running === undefined) return undefined;
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  return connectionStrings(running.port, password).application;
}
