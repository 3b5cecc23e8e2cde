import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDatabaseHome, findDatabasePids } from './findDatabasePids.ts';
import { findFreePort } from './findFreePort.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIME_LIMIT_MS = 60_000;
const STOP_TIME_LIMIT_MS = 30_000;
const KEPT_OUTPUT = 8_000;

/** The real server with a database of its own, in a directory that goes with it. */
export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly dataDir: string;
  pid(): number;
  /** Starts the server on the same directory and port; milliseconds until it answers health. */
  start(): Promise<number>;
  /** `kill -9` of the server, and of its database where asked for; returns when they are gone. */
  kill(what: 'server' | 'serverAndDatabase'): Promise<void>;
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
  const env = {
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
    ...environment,
  };
  let child: ChildProcess | undefined;
  const server: BenchServer = {
    port,
    baseUrl,
    adminToken,
    dataDir,
    pid: () => child?.pid ?? 0,
    async start() {
      const started = performance.now();
      child = await spawnServer(checkout, env, port);
      return performance.now() - started;
    },
    async kill(what) {
      const database = what === 'serverAndDatabase' ? await findDatabasePids(dataDir) : [];
      if (what === 'serverAndDatabase' && database.length === 0) {
        throw new Error(`found no database process of ${dataDir}`);
      }
      child?.kill('SIGKILL');
      for (const pid of database) kill(pid);
      if (child !== undefined) await end(child, 'SIGKILL');
      await waitForEnd(database);
    },
    async [Symbol.asyncDispose]() {
      if (child !== undefined) await end(child, 'SIGTERM');
      const leftBehind = await findDatabasePids(dataDir);
      for (const pid of leftBehind) kill(pid);
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

async function spawnServer(
  checkout: string,
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/src/main.ts', 'serve'], {
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
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start; its last output:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    await response.arrayBuffer();
    return response.status === 200;
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

/** Killed processes hold their memory and files for a moment longer. */
async function waitForEnd(pids: readonly number[]): Promise<void> {
  const limit = performance.now() + STOP_TIME_LIMIT_MS;
  for (const pid of pids) {
    while (await isRunning(pid)) {
      if (performance.now() > limit) throw new Error(`process ${pid} does not end`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A zombie that nobody has waited for runs no more. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
}

/** The database's processes may still be closing files in it. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Gone between the look and the kill: what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const KEPT_VARIABLES = new Set(['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'USER', 'NODE_OPTIONS']);

/** The caller's settings of a server must not reach the measured one. */
function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => KEPT_VARIABLES.has(name)));
}
