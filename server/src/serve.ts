import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import { createApp } from './createApp.ts';
import { type Config, ConfigError } from './config.ts';
import { connect } from './db/connect.ts';
import { startEmbeddedPostgres } from './db/embedded/startEmbeddedPostgres.ts';
import { migrate } from './db/migrate.ts';
import { ensurePartitions } from './db/partitions.ts';
import { createHttpServer } from './http/server/createHttpServer.ts';
import { getHealthRoute } from './http/api/server/getHealth.ts';
import { routes } from './http/api/index.ts';
import { createMetricsServer } from './http/server/readMetrics.ts';
import { closeAbandonedSessions } from './jobs/closeAbandonedSessions.ts';
import { deleteExpiredTraces } from './jobs/deleteExpiredTraces.ts';
import { readWebApp } from './http/server/readWebApp.ts';
import { checkDomains } from './jobs/checkDomains.ts';
import { examineDomains } from './jobs/examineDomains.ts';
import { reencryptAccountSecrets } from './jobs/reencryptAccountSecrets.ts';
import { maintainPartitions } from './jobs/maintainPartitions.ts';
import { deleteExpiredAccess } from './jobs/deleteExpiredAccess.ts';
import { sweepRateLimits } from './jobs/sweepRateLimits.ts';
import { warnOfUsage } from './jobs/warnOfUsage.ts';
import { maintainTotals } from './jobs/maintainTotals.ts';
import { workQueue } from './jobs/workQueue.ts';
import { leaveUnsoldPlans } from './plans/leaveUnsoldPlans.ts';
import { createLinkHost } from './linkhost/createLinkHost.ts';
import type { Secrets } from './secrets.ts';

export interface Database extends AsyncDisposable {
  readonly connectionString: string;
}

/** Brings up the database: our own where none is configured, migrated and with its partitions. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  await using stack = new AsyncDisposableStack();
  const connectionString =
    config.database.kind === 'url'
      ? config.database.url.reveal()
      : stack.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log })).connectionString;
  await migrate({ connectionString, log });
  await using connection = connect({ connectionString, log });
  await ensurePartitions(connection.db, new Date(), PARTITION_MONTHS);
  const owned = stack.move();
  return { connectionString, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Listens, or says which variable to change. */
async function listen(
  server: Server,
  { name, port, host }: { name: string; port: number; host: string },
): Promise<void> {
  server.listen({ port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError([`${name} ${port} is in use on ${host}; set ${name} to another`]);
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new ConfigError([`HOST ${host} is no address of this machine`]);
    }
    throw error;
  }
}

/** Where `npm run build` of the dashboard leaves it. */
const WEB_APP = join(import.meta.dirname, '../../dashboard/dist');

/** Months of partitions that stand ready, the running one included. */
const PARTITION_MONTHS = 3;

export interface Running extends AsyncDisposable {
  readonly app: App;
  readonly port: number;
}

interface ServeOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly connectionString: string;
  readonly log: Logger;
  readonly slot?: number;
}

/** Starts the surfaces that the roles name. Disposing it answers what is in flight, then lets go. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { config, log } = options;
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await createApp(options));
  app.metrics.watchProcess();
  if (config.roles.has('jobs')) {
    await reencryptAccountSecrets(app);
    const freed = await leaveUnsoldPlans(app.db, app.plans);
    if (freed > 0)
      log.info({ projects: freed }, 'No plans are sold here: projects have no limits now');
    stack.use(maintainPartitions(app, PARTITION_MONTHS));
    stack.use(closeAbandonedSessions(app));
    stack.use(deleteExpiredTraces(app));
    stack.use(sweepRateLimits(app));
    stack.use(deleteExpiredAccess(app));
    stack.use(warnOfUsage(app));
    stack.use(maintainTotals(app));
    await workQueue(app);
    stack.use(checkDomains(app));
    stack.use(examineDomains(app));
  }
  const http = await createHttpServer({
    app,
    // Every node says how it is.
    routes: config.roles.has('api') ? routes : [getHealthRoute],
    webApp: config.roles.has('api') ? readWebApp(WEB_APP) : undefined,
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
  await listen(http.server, { name: 'PORT', port: config.port, host: config.host });
  const { port } = http.server.address() as AddressInfo;
  log.info({ port, host: config.host }, 'Listening');
  const owned = stack.move();
  return { app, port, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
