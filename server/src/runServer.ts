import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createApp } from './createApp.ts';
import { printWelcome } from './printWelcome.ts';
import { readSecrets } from './secrets.ts';
import { openDatabase, serve } from './serve.ts';
import { superviseWorkers } from './superviseWorkers.ts';

interface Process {
  readonly config: Config;
  readonly log: Logger;
  /** The database of the first process, in a worker. */
  readonly inherited: string | undefined;
  /** Which of the workers it is, from 1; 0 for the first process. */
  readonly slot: number;
  readonly stopped: Promise<void>;
  readonly print: (text: string) => void;
  readonly workerEnvironment: (database: string, slot: number) => Readonly<Record<string, string>>;
}

/** Serves until it is stopped: as the only process, as the first of several, or as a worker. */
export async function runServer(process: Process): Promise<void> {
  const { config, log, inherited, slot, stopped, print } = process;
  const secrets = await readSecrets(config);
  if (inherited !== undefined) {
    await using _running = await serve({ config, secrets, connectionString: inherited, log, slot });
    await stopped;
    return;
  }
  await using database = await openDatabase(config, log);
  const { connectionString } = database;
  if (config.processes > 1) {
    await using workers = superviseWorkers({
      count: config.processes,
      environment: (worker) => process.workerEnvironment(connectionString, worker),
      log,
    });
    await using app = await createApp({ config, secrets, connectionString, log });
    // The banner comes when the last worker has said what it had to say.
    await Promise.race([workers.listening, stopped]);
    await printWelcome(app, print);
    await stopped;
    return;
  }
  await using running = await serve({ config, secrets, connectionString, log });
  await printWelcome(running.app, print);
  await stopped;
  log.info('Stopping: answering what is in flight');
}
