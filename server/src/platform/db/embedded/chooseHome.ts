import { createHash } from 'node:crypto';
import { access, chmod, copyFile, cp, lchown, mkdir, readFile, readdir } from 'node:fs/promises';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFolder } from '../../lib/process/explainFolder.ts';
import type { Log } from '../../ports/Log.ts';
import { canEnter, chooseAccount } from './account.ts';
import type { Account } from './account.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** Where the database files are (`home/cluster`, `home/password`) and who runs PostgreSQL on them. */
export type Home = { readonly home: string; readonly account: Account | undefined };

type Pointer = { dataDir: string; home: string };

const ELSEWHERE = '/var/lib/fairlead';

/** Creates `dataDir/postgres` and returns the data folder's real path; throws if we may not write there. */
export async function makeDataDir(dataDir: string): Promise<string> {
  return explainFolder('DATA_DIR', dataDir, makeFolders(dataDir));
}

async function makeFolders(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  const local = join(real, 'postgres');
  await mkdir(local, { recursive: true });
  // When we are root, the database's account only needs to pass through; it owns what it may read.
  await chmod(local, process.getuid?.() === 0 ? 0o711 : 0o700);
  return real;
}

/**
 * `dataDir/postgres`, or a folder under /var/lib if we are root and the account that PostgreSQL has
 * to run as cannot enter the data folder. The choice is stored in `postgres/location.json`.
 */
export async function chooseHome(dataDir: string, log: Log): Promise<Home> {
  const local = join(dataDir, 'postgres');
  const pointer = await readPointer(local);
  if (pointer) {
    await followPointer(pointer, dataDir, local);
    return { home: pointer.home, account: await chooseAccount(join(pointer.home, 'cluster')) };
  }
  const account = await chooseAccount(join(local, 'cluster'));
  if (await canEnter(account, local)) return { home: local, account };

  const home = join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await mkdir(home, { recursive: true });
  await chmod(ELSEWHERE, 0o755);
  await chmod(home, 0o711);
  await moveCluster(local, home, account);
  await writePointer(local, { dataDir, home });
  log.warn(
    { dataDir, home },
    `The database of ${dataDir} is kept in ${home}, because ${account?.name} cannot enter ${local}`,
  );
  return { home, account: await chooseAccount(join(home, 'cluster')) };
}

// The folder may have been renamed, but a copy of it must not share the original's database.
async function followPointer(pointer: Pointer, dataDir: string, local: string): Promise<void> {
  if (!(await exists(pointer.home))) {
    throw new Error(
      `${join(local, 'location.json')} says that the database is in ${pointer.home}, which does not exist: ` +
        'bring that folder back, or delete the file to begin with an empty database',
    );
  }
  if (pointer.dataDir === dataDir) return;
  const original = await readPointer(join(pointer.dataDir, 'postgres'));
  if (original?.home === pointer.home) {
    throw new Error(
      `DATA_DIR ${dataDir} is a copy of ${pointer.dataDir}, whose database is in ${pointer.home}: ` +
        `delete ${join(local, 'location.json')} to begin with an empty database`,
    );
  }
  await writePointer(local, { dataDir, home: pointer.home });
}

async function moveCluster(
  local: string,
  home: string,
  account: Account | undefined,
): Promise<void> {
  const from = join(local, 'cluster');
  const to = join(home, 'cluster');
  if (!(await exists(from)) || (await exists(to))) return;
  const running = await findPostmaster(from);
  if (running) await stopPostmaster(from, running.pid);
  await copyFile(join(local, 'password'), join(home, 'password'));
  await chmod(join(home, 'password'), 0o600);
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const partial = join(home, 'cluster.partial-move');
    await rm(partial, { recursive: true, force: true });
    await cp(from, partial, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    if (account) await giveTo(account, partial);
    await rename(partial, to);
    await rm(from, { recursive: true });
  }
}

async function giveTo(account: Account, folder: string): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}

async function readPointer(local: string): Promise<Pointer | undefined> {
  const text = await readFile(join(local, 'location.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('dataDir' in value && 'home' in value)) {
    throw new Error(`${join(local, 'location.json')} is damaged: it must name dataDir and home`);
  }
  return { dataDir: String(value.dataDir), home: String(value.home) };
}

async function writePointer(local: string, pointer: Pointer): Promise<void> {
  const file = join(local, 'location.json');
  await writeFile(`${file}.new`, `${JSON.stringify(pointer)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
