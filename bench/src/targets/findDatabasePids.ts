import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChildren, readCommand } from './processes.ts';
import { readText } from './readField.ts';

/**
 * The PostgreSQL that runs in a data directory: its postmaster and the processes it has made. Empty
 * when none runs, and on systems without /proc.
 */
export async function findDatabasePids(dataDir: string): Promise<number[]> {
  const cluster = join(await findDatabaseHome(dataDir), 'cluster');
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const postmaster = Number(text.split('\n')[0]);
  if (!Number.isInteger(postmaster) || !(await isPostgresOn(cluster, postmaster))) return [];
  return [postmaster, ...(await findChildren(postmaster))];
}

/** The server keeps its cluster in the data folder, or where `location.json` there says. */
export async function findDatabaseHome(dataDir: string): Promise<string> {
  const local = join(dataDir, 'postgres');
  const pointer = await readFile(join(local, 'location.json'), 'utf8').catch(() => undefined);
  return pointer === undefined ? local : readText(JSON.parse(pointer), 'home');
}

/** A pid file may outlive its process and name a stranger, who must not be killed. */
async function isPostgresOn(cluster: string, pid: number): Promise<boolean> {
  const args = await readCommand(pid);
  return args[args.indexOf('-D') + 1] === cluster;
}
