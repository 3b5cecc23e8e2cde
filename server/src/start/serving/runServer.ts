import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '#faces/App.ts';
import type { Config } from '#platform/config/config.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import { collectWhenQuiet } from '#platform/lib/process/collectWhenQuiet.ts';
import { printWelcome } from './printWelcome.ts';
import { folderOf } from '#visits/journal/listFolders.ts';
import { readSecrets, type Secrets } from '#platform/config/secrets.ts';
import { type Database, explainPort, openApp, openDatabase, serve } from './serve.ts';
import { sharePort } from './sharePort.ts';
import { superviseWorkers } from './superviseWorkers.ts';

/** Milliseconds between two attempts to create the first account. */
const INTRODUCTION_PAUSE_MS = 1_000;

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
  const { config, log, inherited, slot, stopped } = process;
  using _collector = collectWhenQuiet();
  const secrets = await readSecrets(config);
  await using database = await openDatabase(config, log, inherited);
  if (inherited !== undefined) {
    await using running = await serve({ config, secrets, database, log, slot });
    await stopped;
    await running.app.drain.begin();
    return;
  }
  // Awaited: the database would end before the workers do.
  if (config.processes > 1) return await superviseServer(process, secrets, database);
  await using running = await serve({ config, secrets, database, log });
  await introduceWhenThere(running.app, database, process);
  await stopped;
  log.info({ drainSeconds: config.drainSeconds }, 'Stopping: answering what is in flight');
  await running.app.drain.begin();
}

/** The first of several processes: workers serve, and it loads what dead ones have left. */
async function superviseServer(
  process: Process,
  secrets: Secrets,
  database: Database,
): Promise<void> {
  const { config, log, stopped } = process;
  const { host, port } = config;
  using listening = await explainPort(sharePort({ host, port }), { name: 'PORT', host, port });
  const opened = Promise.withResolvers<App>();
  let loadLeft = (_slot: number) => Promise.resolve(false);
  await using workers = superviseWorkers({
    count: config.processes,
    loadLeft: (slot) => loadLeft(slot),
    ledger: opened.promise.then(({ ledger }) => ledger),
    environment: (worker) => process.workerEnvironment(database.connectionString, worker),
    log,
  });
  await using app = await openApp({ config, secrets, database, log });
  opened.resolve(app);
  loadLeft = (slot) => app.loadJournal(folderOf(config.journalDir, slot));
  // The banner is printed after the last worker's messages.
  await Promise.race([workers.listening, workers.failed, stopped]);
  await introduceWhenThere(app, database, process);
  await Promise.race([workers.failed, stopped]);
  // Connections must not wait for workers that are ending.
  listening[Symbol.dispose]();
}

/** The first start creates accounts, which requires the database. */
async function introduceWhenThere(
  app: App,
  { away }: Pick<Database, 'away'>,
  { print, stopped }: Pick<Process, 'print' | 'stopped'>,
): Promise<void> {
  const is = await Promise.race([Promise.resolve(away).then(() => 'there'), stopped]);
  if (is !== 'there') return;
  for (;;) {
    try {
      return await printWelcome(app, print);
    } catch (error) {
      // The server is already answering: a database that is down again is no reason to exit.
      if (!isUnavailable(error)) throw error;
      app.log.warn({ err: error }, 'The first account could not be made; tried again soon');
    }
    const goesOn = await Promise.race([sleep(INTRODUCTION_PAUSE_MS, true), stopped]);
    if (goesOn !== true) return;
  }
}
