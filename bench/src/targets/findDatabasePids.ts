import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The PostgreSQL that runs in a data directory: its postmaster and the processes it has made
 * (Linux; elsewhere the postmaster alone, whose children end with it). Empty when none runs.
 */
export async function findDatabasePids(dataDir: string): Promise<number[]> {
  const pidFile = await findPidFile(dataDir);
  if (pidFile === undefined) return [];
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  if (!Number.isInteger(postmaster) || !(await isPostgres(postmaster))) return [];
  return [postmaster, ...(await findChildren(postmaster))];
}

async function findPidFile(dataDir: string): Promise<string | undefined> {
  for (const folder of [dataDir, ...(await listFolders(dataDir))]) {
    const entries = await readdir(folder).catch((): string[] => []);
    if (entries.includes('postmaster.pid')) return join(folder, 'postmaster.pid');
  }
  return undefined;
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

/** A pid file may outlive its process and name a stranger. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres');
}

async function findChildren(parent: number): Promise<number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(
    () => '',
  );
  return children
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}
