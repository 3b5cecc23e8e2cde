import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '#faces/App.ts';
import { createApp } from './createApp.ts';
import { type Config, ConfigError, isLinkNode } from '#platform/config/config.ts';
import { connectForStart } from '#platform/db/connections/connectForStart.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import { keepTrying } from '#platform/db/connections/keepTrying.ts';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { hasLocalStore } from '#platform/db/local/openLocalStore.ts';
import { ensurePartitions, PARTITION_MONTHS } from '#platform/db/migrations/partitions.ts';
import { createHttpServer } from '#faces/http/server/createHttpServer.ts';
import { readGuide } from '#faces/http/docs/readGuide.ts';
import { getHealthRoute } from '#faces/http/api/server/getHealth.ts';
import { getReadyRoute } from '#faces/http/api/server/getReady.ts';
import { routes } from '#faces/http/api/index.ts';
import { createMetricsServer } from '#faces/http/server/readMetrics.ts';
import { readWebApp } from '#faces/http/server/readWebApp.ts';
import { reencryptAccountSecrets } from '#faces/jobs/reencryptAccountSecrets.ts';
import { watchJournal } from '#faces/jobs/watchJournal.ts';
import { repeat } from '#faces/jobs/repeat.ts';
import { TIMERS } from '#faces/jobs/timers.ts';
import { maintainTotals } from '#faces/jobs/maintainTotals.ts';
import { workQueue } from '#faces/jobs/workQueue.ts';
import { leaveUnsoldPlans } from '#teams/plans/leaveUnsoldPlans.ts';
import { createLinkHost } from '#faces/linkhost/createLinkHost.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { takePort } from './sharePort.ts';
import { tellListening } from './superviseWorkers.ts';

export interface Database extends AsyncDisposable {
  readonly connectionString: string;
  /** Resolves when the database, which is down, is back and migrated; undefined if it is up. */
  readonly away: Promise<void> | undefined;
  /** Finds out again whether it is up, and sets `away`. Throws if it is down and there is nothing to serve. */
  prepare(): Promise<void>;
}

/**
 * Opens the database: the embedded one if none is configured (`inherited`: started by the first process), migrated
 * and with its partitions. If it is down and the local store has links, the server starts without it (docs/look-ups.md).
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  inherited?: string,
): Promise<Database> {
  await using stack = new AsyncDisposableStack();
  const connectionString =
    inherited ??
    (config.database.kind === 'url'
      ? config.database.url.reveal()
      : stack.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log })).connectionString);
  const ending = new AbortController();
  stack.defer(() => ending.abort());
  let away: Promise<void> | undefined;
  const prepare = async () => {
    ({ away } = await prepareDatabase(config, { connectionString, log }, ending.signal));
  };
  await prepare();
  const owned = stack.move();
  return {
    connectionString,
    get away() {
      return away;
    },
    prepare,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function prepareDatabase(
  config: Config,
  reach: { readonly connectionString: string; readonly log: Logger },
  ending: AbortSignal,
): Promise<Pick<Database, 'away'>> {
  const prepare = async (waitMs?: number) => {
    await migrate({ ...reach, ...(waitMs !== undefined && { waitMs }) });
    // Its role may not make tables; the nodes that may make them months ahead.
    if (isLinkNode(config)) return;
    await using connection = await connectForStart(reach);
    await ensurePartitions(connection.db, new Date(), PARTITION_MONTHS);
  };
  // A machine of another region starts before it can reach the database: it may have lost its copy, and still have clicks.
  const startsAlone = hasLocalStore(config.journalDir) || config.linkCopy === 'complete';
  try {
    // With links to serve, visitors do not wait long for a database that is silent.
    await prepare(startsAlone ? SILENT_MS : undefined);
    return { away: undefined };
  } catch (error) {
    if (!isUnavailable(error) || !startsAlone) throw error;
    reach.log.error(
      { err: error },
      'The database is away: links that this machine has a copy of are served until it answers',
    );
  }
  const there = keepTrying(() => prepare(), ending);
  const stopped = new Promise<void>(() => {});
  const away = there.catch((error: unknown) => {
    // No one is waiting for it any more.
    if (ending.aborted) return stopped;
    throw error;
  });
  void away.then(
    () => reach.log.info('The database is there'),
    () => {},
  );
  return { away };
}

/** Milliseconds: as long as visitors wait for a connection. */
const SILENT_MS = 2_500;

interface Listening {
  /** Of the variable. */
  readonly name: string;
  readonly port: number;
  readonly host: string;
}

async function listen(server: Server, { name, port, host }: Listening): Promise<void> {
  server.listen({ port, host });
  await explainPort(once(server, 'listening'), { name, port, host });
}

/** Says which variable to change where the port cannot be had. */
export async function explainPort<T>(
  opening: Promise<T>,
  { name, port, host }: Listening,
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError([`${name} ${port} is in use on ${host}; set ${name} to another`]);
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new ConfigError([`HOST ${host} is no address of this machine`]);
    }
    if (code === 'EACCES') {
      throw new ConfigError([`${name} ${port} may only be opened by root; set ${name} to another`]);
    }
    throw error;
  }
}

/** Where `npm run build` of the dashboard leaves it. */
const WEB_APP = join(import.meta.dirname, '../../../../dashboard/dist');

/** Where `docs/build.ts` leaves the pages of `/docs/`. */
const GUIDE = join(import.meta.dirname, '../../../../docs/dist');

export interface Running extends AsyncDisposable {
  readonly app: App;
  readonly port: number;
}

interface ServeOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly log: Logger;
  /** Which worker process this is, from 1; none: the only process. */
  readonly slot?: number;
}

/** Milliseconds. */
const START_PAUSE_MS = 500;
/** A machine that is busy may be too late for a connection once or twice: nobody has to know. */
const QUIET_STARTS = 2;

/** Builds the app. If the database goes away meanwhile, that begins again: with it, or without. */
export async function openApp(
  options: ServeOptions,
): Promise<Awaited<ReturnType<typeof createApp>>> {
  const { database, log } = options;
  for (let start = 1; ; start += 1) {
    try {
      const { connectionString, away } = database;
      return await createApp({ ...options, connectionString, away });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log[start > QUIET_STARTS ? 'warn' : 'debug'](
        { reason: String(error) },
        'The database went away during the start, which begins again',
      );
    }
    await sleep(START_PAUSE_MS);
    await database.prepare();
  }
}

/** Starts the surfaces that the roles name. Disposing answers the requests in flight, then closes everything. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { config, log, slot = 0 } = options;
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await openApp(options));
  const { away } = options.database;
  app.metrics.watchProcess();
  if (config.roles.has('jobs')) {
    const jobs = stack.use(new AsyncDisposableStack());
    const started = away ? away.then(() => startJobs(app, jobs)) : startJobs(app, jobs);
    if (away) started.catch((error: unknown) => log.error({ err: error }, 'No jobs run'));
    else await started;
  }
  if (slot <= 1) stack.use(watchJournal(app));
  const http = await createHttpServer({
    app,
    // Every node answers health checks.
    routes: config.roles.has('api') ? routes : [getHealthRoute, getReadyRoute],
    webApp: config.roles.has('api') ? readWebApp(WEB_APP) : undefined,
    guide: config.roles.has('api') ? readGuide(GUIDE) : undefined,
    front: createLinkHost(app),
  });
  stack.defer(() => http.close());
  if (config.metricsPort !== undefined) {
    const metrics = createMetricsServer(app);
    stack.defer(() => {
      metrics.close();
      metrics.closeAllConnections();
    });
    await listen(metrics, { name: 'METRICS_PORT', port: config.metricsPort, host: config.host });
  }
  if (slot === 0) {
    await listen(http.server, { name: 'PORT', port: config.port, host: config.host });
  } else {
    http.server.listen(await takePort());
    await once(http.server, 'listening');
    tellListening();
  }
  const { port } = http.server.address() as AddressInfo;
  log.info({ port, host: config.host }, 'Listening');
  const owned = stack.move();
  return { app, port, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** What a process does before its jobs. */
export const AT_START = [reencryptAccountSecrets, freeUnsoldProjects] as const;

async function freeUnsoldProjects({ db, log, plans }: App): Promise<void> {
  const freed = await leaveUnsoldPlans(db, plans);
  if (freed > 0)
    log.info({ projects: freed }, 'No plans are sold here: projects have no limits now');
}

async function startJobs(app: App, jobs: AsyncDisposableStack): Promise<void> {
  const { log } = app;
  for (const prepare of AT_START) {
    await keepTrying(() => prepare(app)).catch((error: unknown) => {
      log.error({ err: error }, 'Part of what is done at every start failed; the jobs run');
    });
  }
  // The server has stopped meanwhile.
  if (jobs.disposed) return;
  for (const timer of Object.values(TIMERS)) jobs.use(repeat(app, timer));
  jobs.use(maintainTotals(app));
  await workQueue(app);
}
