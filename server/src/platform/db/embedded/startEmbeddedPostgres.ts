import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEndingAtOnce, endAtOnce } from '../../lib/process/endAtOnce.ts';
import type { Log } from '../../ports/Log.ts';
import { chooseHome, makeDataDir } from './chooseHome.ts';
import { claimDataDir } from './claimDataDir.ts';
import { connectionStrings, ensureDatabase } from './ensureDatabase.ts';
import { findBinaries, prepareBinaries } from './findBinaries.ts';
import type { Binaries } from './findBinaries.ts';
import { initCluster } from './initCluster.ts';
import { launchPostmaster } from './launchPostmaster.ts';
import type { LaunchPlan } from './launchPostmaster.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { defaultSettings, postgresArguments } from './settings.ts';
import type { Settings } from './settings.ts';
import { type Supervision, superviseDatabase } from './superviseDatabase.ts';

const ACQUIRE_ATTEMPTS = 10;

/** Our own PostgreSQL, which can be reached only from this machine. */
export type EmbeddedPostgres = AsyncDisposable & {
  /** For our role, which owns its database and may create others, but is not a superuser. */
  readonly connectionString: string;
  /** True if it was already running, left behind by a server that was killed. */
  readonly adopted: boolean;
  /** Stops it in fast mode; everything committed is safe. */
  stop(): Promise<void>;
};

/** `settings` override the defaults, `binaries` those installed by npm: both are for tests. */
export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  readonly settings?: Settings;
  readonly binaries?: Binaries;
  /** Called if another process has taken the folder over, because this one was frozen. Default: the process ends. */
  readonly onLost?: (reason: string) => void;
};

/**
 * Starts the PostgreSQL in `dataDir`, or adopts it if it is still running; creates it on the first
 * start. If another server owns the folder, or the machine cannot run it, throws an error that says
 * what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataDir(options.dataDir);
  await using undo = new AsyncDisposableStack();
  let supervision: Supervision | undefined;
  const { onLost = endAtOnce } = options;
  undo.use(
    await claimDataDir(dataDir, (reason) => {
      // It must not write beside the one that the other process has started.
      supervision?.abandon();
      onLost(reason);
    }),
  );

  const { home, account } = await chooseHome(dataDir, options.log);
  const found = options.binaries ?? (await findBinaries());
  const binaries = await prepareBinaries(found, home, account, options.log);
  const settings = { ...defaultSettings(), ...options.settings };
  const password = await ensurePassword(home);
  const plan = { binaries, home, account, settings, log: options.log };

  const server = await acquireServer(plan, password);
  undo.defer(() => stopPostmaster(join(home, 'cluster'), server.pid));
  const urls = connectionStrings(server.port, password);
  if (!server.adopted) await ensureDatabase(urls.admin, password);

  const supervised = superviseDatabase(plan, server);
  supervision = supervised;
  undo.defer(() => supervised.end());
  // Whichever of its folders it sees lost first: its database must not write beside the other process's.
  undo.use(beforeEndingAtOnce(() => supervised.abandon()));
  const owned = undo.move();
  const stop = () => owned.disposeAsync();
  return {
    connectionString: urls.application,
    adopted: server.adopted,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

// A server killed right after starting its database leaves one behind that no pid file names yet.
async function acquireServer(
  plan: LaunchPlan,
  password: string,
): Promise<{ pid: number; port: number; adopted: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await adopt(plan, password);
    if (adopted) return { ...adopted, adopted: true };
    const durable = plan.settings['fsync'] !== 'off';
    await initCluster({ ...plan, password, durable });
    try {
      return { ...(await launchPostmaster(plan)), adopted: false };
    } catch (error) {
      const another = /already exists|still runs/.test(String(error));
      if (!another || attempt === ACQUIRE_ATTEMPTS) throw error;
      await sleep(200);
    }
  }
}

/**
 * The server still running on the cluster, if it has the arguments we would use and answers; otherwise it is
 * stopped.
 */
async function adopt(
  plan: LaunchPlan,
  password: string,
): Promise<{ pid: number; port: number } | undefined> {
  const cluster = join(plan.home, 'cluster');
  const running = await findPostmaster(cluster);
  if (!running) return undefined;
  const program = join(plan.binaries.folder, 'bin/postgres');
  const expected = [program, ...postgresArguments(cluster, running.port, plan.settings)].join(' ');
  if (running.command === expected) {
    try {
      await ensureDatabase(connectionStrings(running.port, password).admin, password);
      plan.log.info({ pid: running.pid }, 'Found the database running and took it over');
      return { pid: running.pid, port: running.port };
    } catch (error) {
      plan.log.warn(
        { pid: running.pid, error: String(error) },
        'The running database does not answer',
      );
    }
  }
  plan.log.info({ pid: running.pid }, 'Stopping the database of an earlier start');
  await stopPostmaster(cluster, running.pid);
  return undefined;
}

async function ensurePassword(home: string): Promise<string> {
  const file = join(home, 'password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) return kept.trim();
  if (await readFile(join(home, 'cluster/PG_VERSION')).catch(() => undefined)) {
    throw new Error(
      `${file} with the password of the database is missing: bring it back from a backup`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}
