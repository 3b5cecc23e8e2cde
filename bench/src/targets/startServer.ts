import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDatabaseHome, findDatabasePids } from './findDatabasePids.ts';
import { findFreePort } from './findFreePort.ts';
import { freeze, takeOver } from './freeze.ts';
import { signalAll, waitForEnd } from './processes.ts';
import { findVictims, survives, type Victim } from './victims.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIME_LIMIT_MS = 180_000;
const STOP_TIME_LIMIT_MS = 30_000;
const KEPT_OUTPUT = 8_000;

/** The real server with a database of its own, in a directory that goes with it. */
export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly dataDir: string;
  pid(): number;
  /**
   * Starts the server on the same directory and port; milliseconds until it answers health. `away`: its database does not
   * answer, and it says so.
   */
  start(options?: StartOptions): Promise<number>;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  /** `kill -9`; returns when the victims are gone. Whoever kills the server starts it again. */
  kill(victim: Victim): Promise<void>;
  /** Waits until the server answers health; it mends by itself what it outlives. */
  untilHealthy(): Promise<void>;
}

interface StartOptions {
  readonly database?: 'away';
  /** Variables beside those that it was made with, from now on. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts `serve` on a random port, without rate limits, and waits until it is healthy. `checkout`: the
 * product's folder, where another one than this is to be measured beside it.
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  checkout = REPOSITORY,
): Promise<BenchServer> {
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-bench-'));
  // PostgreSQL runs as another user where this one is root, and must reach its folder.
  await chmod(dataDir, 0o755);
  const adminToken = randomBytes(24).toString('hex');
  const baseUrl = `http://localhost:${port}`;
  let env = { ...settingsOf({ port, baseUrl, dataDir, adminToken }), ...environment };
  let child: ChildProcess | undefined;
  const server: BenchServer = {
    port,
    baseUrl,
    adminToken,
    dataDir,
    pid: () => child?.pid ?? 0,
    async start({ database, environment: more } = {}) {
      env = { ...env, ...more };
      const started = performance.now();
      child = await spawnServer(checkout, env, port, database === 'away' ? [200, 503] : [200]);
      return performance.now() - started;
    },
    async stop() {
      if (child !== undefined) await end(child, 'SIGTERM');
    },
    async kill(victim) {
      const pids = await findVictims(victim, { pid: server.pid(), dataDir });
      if (victim === 'frozen') return freeze(pids);
      if (victim === 'takenOver') {
        await freeze(pids, () => takeOver(dataDir));
        // It has to notice by itself that its folders are no longer its own.
        return waitForEnd(pids);
      }
      signalAll(pids, 'SIGKILL');
      if (child !== undefined && !survives(victim)) await end(child, 'SIGKILL');
      await waitForEnd(pids);
    },
    untilHealthy: () => untilHealthy(port),
    async [Symbol.asyncDispose]() {
      await server.stop();
      const leftBehind = await findDatabasePids(dataDir);
      signalAll(leftBehind, 'SIGKILL');
      await waitForEnd(leftBehind);
      for (const folder of [await findDatabaseHome(dataDir), dataDir]) await remove(folder);
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

function settingsOf({
  port,
  baseUrl,
  dataDir,
  adminToken,
}: Pick<BenchServer, 'port' | 'baseUrl' | 'dataDir' | 'adminToken'>): NodeJS.ProcessEnv {
  return {
    ...withoutConfiguration(process.env),
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'off',
    PROCESSES: '1',
    LOG_LEVEL: 'warn',
  };
}

async function spawnServer(
  checkout: string,
  env: NodeJS.ProcessEnv,
  port: number,
  statuses: readonly number[],
): Promise<ChildProcess> {
  // A checkout of an earlier commit has no bundle.
  const bundle = join(checkout, 'dist/server.js');
  const program = existsSync(bundle) ? bundle : join(checkout, 'server/src/main.ts');
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const limit = performance.now() + START_TIME_LIMIT_MS;
  while (!(await isHealthy(port, statuses))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start; its last output:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

async function untilHealthy(port: number): Promise<void> {
  const limit = performance.now() + START_TIME_LIMIT_MS;
  while (!(await isHealthy(port))) {
    if (performance.now() > limit) throw new Error('the server does not recover');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function isHealthy(port: number, statuses: readonly number[] = [200]): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    await response.arrayBuffer();
    return statuses.includes(response.status);
  } catch {
    return false;
  }
}

/** Signals a process and waits for its end, by force when it takes too long. */
async function end(child: ChildProcess, signalName: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signalName);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIME_LIMIT_MS);
  await exited;
  clearTimeout(force);
}

/** The database's processes may still be closing files in it. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

const KEPT_VARIABLES = new Set(['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'USER', 'NODE_OPTIONS']);

/** The caller's settings of a server must not reach the measured one. */
function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => KEPT_VARIABLES.has(name)));
}
