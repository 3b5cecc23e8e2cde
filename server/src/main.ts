import cluster from 'node:cluster';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type Config, readConfig } from '#platform/config/config.ts';
import { nameSources } from '#platform/lib/process/nameSources.ts';
import { explainFailure } from '#start/commands/explainFailure.ts';
import { openLog } from '#start/serving/openLog.ts';

const USAGE = `Usage: npm start            the server, with its own PostgreSQL unless DATABASE_URL is set
Configuration comes from environment variables; .env.example lists them.
The other commands are those of: npm run --silent fairlead
`;

/** How a worker process learns of the database that the first process started. */
const WORKER_DATABASE = 'FAIRLEAD_WORKER_DATABASE';
/** Which of the workers it is, from 1. */
const WORKER_SLOT = 'FAIRLEAD_WORKER_SLOT';
/** How long an ended process may take to close what it has left open. Milliseconds. */
const LINGER_MS = 2_000;
/** Ctrl-C comes twice under `npm start`: from the terminal, and from npm. Milliseconds. */
const SAME_SIGNAL_MS = 500;

async function runServer(): Promise<void> {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  // The other commands do not wait for what only a server needs.
  const { runServer: run } = await import('#start/serving/runServer.ts');
  await run({
    config,
    log: makeLog(config),
    inherited: process.env[WORKER_DATABASE],
    slot: Number(process.env[WORKER_SLOT] ?? 0),
    stopped,
    print,
    workerEnvironment: (database, slot) => ({
      [WORKER_DATABASE]: database,
      [WORKER_SLOT]: String(slot),
    }),
  });
}

function makeLog(config: Config): Logger {
  const { isTTY } = process.stderr;
  return openLog(config, { isTTY, noColor: Boolean(process.env['NO_COLOR']) });
}

function print(text: string): void {
  process.stdout.write(text);
}

/** Resolves on the first SIGTERM or SIGINT; a later one ends the process at once. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let first: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      resolve();
      if (performance.now() - first < SAME_SIGNAL_MS) return;
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  }
  return promise;
}

/** Works on the database and prints one JSON object; false for words that are not a command. */
async function runCommand(words: readonly string[]): Promise<boolean> {
  const { findCommand } = await import('#start/commands/commands.ts');
  const run = findCommand(words);
  if (run === undefined) return false;
  // The command line that has started this, and waits for it, is gone.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  const config = readConfig(process.env);
  print(`${JSON.stringify(await run(config, makeLog(config)))}\n`);
  return true;
}

if (!import.meta.filename.endsWith('.ts')) nameSources(dirname(import.meta.filename));
try {
  const words = process.argv.slice(2);
  if (words.length === 0 || words[0] === 'serve') {
    await runServer();
  } else if (!(await runCommand(words))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
if (cluster.isWorker) cluster.worker?.disconnect();
// Whatever may be left open does not keep a process that is over: its supervisor waits for the end of it.
setTimeout(() => process.exit(), LINGER_MS).unref();
