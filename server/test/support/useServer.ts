import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { App } from '#faces/App.ts';
import type { PasswordHasher } from '#teams/accounts/passwords/createPasswordHasher.ts';
import { readConfig } from '#platform/config/config.ts';
import { createApp } from '#start/serving/createApp.ts';
import { routes } from '#faces/http/api/index.ts';
import { readGuide } from '#faces/http/docs/readGuide.ts';
import { createHttpServer } from '#faces/http/server/createHttpServer.ts';
import { Secret } from '#platform/lib/Secret.ts';
import { createLinkHost } from '#faces/linkhost/createLinkHost.ts';
import { quickHashes } from './quickHashes.ts';
import { recordReply } from './run/coverage.ts';
import { useDatabase } from './database.ts';
import { endings, shareInProcess } from './run/endings.ts';
import { recordFailure } from './run/failures.ts';

export interface TestServer {
  readonly app: App;
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
}

/** What servers sign with unless a test says otherwise. */
export const SECRET = 'a-secret-for-tests-and-nothing-else';

export const ADMIN_TOKEN = 'test-admin-token-of-the-operator';

/** The server of this test process with every surface, on its own database; every reply is checked. */
export const useServer = shareInProcess(() => startServer());

interface ServerOptions {
  readonly onReply?: (operationId: string, status: number) => void;
  /** 1 for tests of what happens when something is too slow. Default: so long that a slow machine is no failure. */
  readonly patience?: number;
  readonly passwords?: PasswordHasher;
}

/** A further server on the same database, such as another process of a cluster would be. */
export async function startServer(
  env: Record<string, string> = {},
  database?: string,
  { onReply = recordReply, patience = 20, passwords = quickHashes }: ServerOptions = {},
): Promise<TestServer> {
  const connectionString = database ?? (await useDatabase()).connectionString;
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
  const config = readConfig({
    PUBLIC_URL: 'http://api.test:3000',
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    COUNTRY_HEADER: 'cf-ipcountry',
    ENVIRONMENT: 'test',
    LOG_LEVEL: 'silent',
    // Tests read the mails that people get.
    SMTP_URL: 'file:mail',
    RATE_LIMITS: 'off',
    ...env,
  });
  const log = pino({ level: config.logLevel });
  const app = await createApp({
    config,
    secrets: {
      secret: config.secret ?? new Secret(SECRET),
      previousSecrets: config.previousSecrets,
      linkSecret: config.linkSecret ?? config.secret ?? new Secret(SECRET),
      adminToken: new Secret(ADMIN_TOKEN),
    },
    connectionString,
    patience,
    passwords,
    log: Object.assign(log, {
      error: (details: { err?: Error }) =>
        recordFailure(details.err?.stack ?? JSON.stringify(details)),
    }),
  });
  const http = await createHttpServer({
    app,
    routes,
    front: createLinkHost(app),
    // Not built, as in a clean checkout.
    guide: readGuide(join(dataDir, 'guide')),
    checkReplies: true,
    onReply,
  });
  http.server.listen({ port: 0, host: '127.0.0.1' });
  await once(http.server, 'listening');
  endings.defer(() => rm(dataDir, { recursive: true, force: true }));
  endings.use(app);
  endings.defer(() => http.close());
  const { port } = http.server.address() as AddressInfo;
  return { app, port, origin: `http://127.0.0.1:${port}` };
}
