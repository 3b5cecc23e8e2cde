import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { findPostmaster, stopPostmaster } from '#platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import type {
  EmbeddedOptions,
  EmbeddedPostgres,
} from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { silentLog } from './silentLog.ts';
import { TEST_SETTINGS, makeTestFolder } from './startTestServer.ts';

/** A data folder of one test. */
export type TestPlace = AsyncDisposable & {
  readonly root: string;
  readonly dataDir: string;
  /** What the supervisor logged as a warning. */
  readonly warnings: string[];
  start(options?: Partial<EmbeddedOptions>): Promise<EmbeddedPostgres>;
  /** Begins to start it in another process. */
  spawnElsewhere(): ChildProcess;
  /** Starts it in another process; answers that process and what it said. */
  startElsewhere(): Promise<{ child: ChildProcess; connectionString?: string; error?: string }>;
  readPostmasterPid(): Promise<number>;
};

/** Everything that a test starts here is ended, and the folder deleted, when it is disposed. */
export async function makePlace(): Promise<TestPlace> {
  const root = await makeTestFolder();
  const dataDir = join(root, 'data');
  const warnings: string[] = [];
  const log = {
    ...silentLog,
    warn: (_details: object, message: string) => void warnings.push(message),
  };
  const ends = new AsyncDisposableStack();
  ends.defer(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  // What killed processes left running ends too.
  ends.defer(async () => {
    const cluster = join(dataDir, 'postgres/cluster');
    const running = await findPostmaster(cluster);
    if (running) await stopPostmaster(cluster, running.pid);
  });
  const spawnElsewhere = () => {
    const script = join(import.meta.dirname, '../db/ownDatabase.ts');
    const child = spawn(process.execPath, [script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    ends.defer(() => kill(child));
    return child;
  };
  return {
    root,
    dataDir,
    warnings,
    async start(options = {}) {
      return ends.use(
        await startEmbeddedPostgres({ dataDir, log, settings: TEST_SETTINGS, ...options }),
      );
    },
    spawnElsewhere,
    async startElsewhere() {
      const child = spawnElsewhere();
      const [line] = await once(createInterface(child.stdout), 'line');
      const said: { connectionString?: string; error?: string } = JSON.parse(String(line));
      return { child, ...said };
    },
    async readPostmasterPid() {
      const text = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
      return Number(text.split('\n')[0]);
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

/** Kills a child without mercy and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** One query on a connection of its own. */
export async function query<Row extends Record<string, unknown>>(
  { connectionString }: { connectionString: string },
  text: string,
): Promise<Row[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
