import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { BackupError } from './backup/BackupFile.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { backUp, moveDatabase, restore, verify } from './maintain.ts';
import { openLog } from './openLog.ts';

const USAGE = `Usage: npm start            the server, with its own PostgreSQL unless DATABASE_URL is set
Configuration comes from environment variables; .env.example lists them.
The commands backup, restore and move-database are those of: npm run --silent fairlead
`;

/** How a worker process learns of the database that the first process brought up. */
const WORKER_DATABASE = 'FAIRLEAD_WORKER_DATABASE';
/** Which of the workers it is, from 1. */
const WORKER_SLOT = 'FAIRLEAD_WORKER_SLOT';

async function runServer(): Promise<void> {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  // The other commands do not wait for what only a server needs.
  const { runServer: run } = await import('./runServer.ts');
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

/** Resolves on the first SIGTERM or SIGINT; a second one ends the process as usual. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  return promise;
}

/** Commands that work on the database itself; each prints one JSON object. */
const MAINTENANCE: Readonly<Record<string, Maintenance>> = {
  backup: ({ config, log, argument }) => backUp(config, log, argument),
  restore: ({ config, log, argument, flags }) =>
    flags.includes('--verify')
      ? verify(argument)
      : restore(config, log, argument, { secretLost: flags.includes('--secret-lost') }),
  'move-database': ({ config, log, argument }) => moveDatabase(config, log, argument),
};

type Maintenance = (given: {
  readonly config: Config;
  readonly log: Logger;
  readonly argument: string;
  readonly flags: readonly string[];
}) => Promise<object>;

async function maintain(run: Maintenance, argument: string, flags: readonly string[]) {
  const config = readConfig(process.env);
  print(`${JSON.stringify(await run({ config, log: makeLog(config), argument, flags }))}\n`);
}

try {
  const [command = 'serve', argument, ...flags] = process.argv.slice(2);
  const maintenance = Object.hasOwn(MAINTENANCE, command) ? MAINTENANCE[command] : undefined;
  if (command === 'serve') {
    await runServer();
  } else if (maintenance !== undefined && argument !== undefined) {
    await maintain(maintenance, argument, flags);
  } else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof BackupError;
  const text = expected ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
if (cluster.isWorker) cluster.worker?.disconnect();
