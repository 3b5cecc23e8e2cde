import cluster from 'node:cluster';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { createApp } from './createApp.ts';
import { introduce } from './introduce.ts';
import { readSecrets } from './secrets.ts';
import { openDatabase, serve } from './serve.ts';
import { superviseWorkers } from './superviseWorkers.ts';

const USAGE = `Usage: npm start            the server, with its own PostgreSQL unless DATABASE_URL is set
Configuration comes from environment variables; .env.example lists them.
`;

/** How a worker process learns of the database that the first process brought up. */
const WORKER_DATABASE = 'FAIRLEAD_WORKER_DATABASE';
/** Which of the workers it is, from 1. */
const WORKER_SLOT = 'FAIRLEAD_WORKER_SLOT';

async function runServer(): Promise<void> {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const secrets = await readSecrets(config);
  const inherited = process.env[WORKER_DATABASE];
  if (inherited !== undefined) {
    const slot = Number(process.env[WORKER_SLOT]);
    await using _running = await serve({ config, secrets, connectionString: inherited, log, slot });
    await stopped;
    return;
  }
  await using database = await openDatabase(config, log);
  const { connectionString } = database;
  if (config.processes > 1) {
    await using _workers = superviseWorkers({
      count: config.processes,
      environment: (slot) => ({ [WORKER_DATABASE]: connectionString, [WORKER_SLOT]: String(slot) }),
      log,
    });
    await using app = await createApp({ config, secrets, connectionString, log });
    await introduce(app, print);
    await stopped;
    return;
  }
  await using running = await serve({ config, secrets, connectionString, log });
  await introduce(running.app, print);
  await stopped;
  log.info('Stopping: answering what is in flight');
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

try {
  const [command = 'serve'] = process.argv.slice(2);
  if (command === 'serve') {
    await runServer();
  } else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  const expected = error instanceof ConfigError;
  const text = expected ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
if (cluster.isWorker) cluster.worker?.disconnect();
