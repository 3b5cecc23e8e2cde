import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { endings } from '../support/run/endings.ts';
import { spawnServer, untilAnswered } from '../support/spawnServer.ts';

export const ADMIN_TOKEN = 'an-admin-token-of-several-nodes';
export const SHARED_SECRET = 'a-secret-that-all-nodes-share';

/** What all nodes of an installation share. */
export interface Installation {
  readonly database: string;
  /** Exports and mails, as in a bucket and at a mail server. */
  readonly shared: string;
}

interface Answer {
  /** 0 where the connection was refused or broke. */
  readonly status: number;
  readonly location: string | undefined;
  readonly requestId: string | undefined;
}

/** One machine of an installation, with a data folder of its own. */
export interface ServerNode {
  readonly origin: string;
  readonly dataDir: string;
  /** GET, as a balancer would pass it on: on a kept connection. */
  ask(path: string, host?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Starts it, also again, and waits until it is healthy; `away`: until it answers, without its database. */
  start(state?: 'away'): Promise<void>;
  /** SIGTERM; resolves with the exit code when the process is gone. */
  stop(): Promise<number | null>;
}

/** Makes a node that is not started yet; `main` is that of the server of another release. */
export async function makeNode(
  { database, shared }: Installation,
  roles: string,
  env: Readonly<Record<string, string>> = {},
  main?: string,
): Promise<ServerNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-node-'));
  endings.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  let child: ChildProcess | undefined;

  async function stop(): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await gone) as [number | null];
    return code;
  }
  endings.defer(async () => void (await stop()));
  endings.defer(() => agent.destroy());

  return {
    origin,
    dataDir,
    stop,
    async start(state) {
      child = spawnServer(
        {
          PORT: String(port),
          PUBLIC_URL: 'http://nodes.localhost',
          ROLES: roles,
          DATABASE_URL: database,
          DATA_DIR: dataDir,
          FILES_URL: `file:${join(shared, 'files')}`,
          SMTP_URL: `file:${join(shared, 'mail')}`,
          SECRET: SHARED_SECRET,
          ADMIN_TOKEN,
          ...env,
        },
        { main },
      );
      await untilAnswered(child, origin, ({ ok }) => ok || state === 'away');
    },
    ask: (path, host = 'nodes.localhost', more = {}) =>
      new Promise((resolve) => {
        const headers = { host, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)', ...more };
        const asked = request({ host: '127.0.0.1', port, agent, path, headers });
        const fail = () => resolve({ status: 0, location: undefined, requestId: undefined });
        asked.setTimeout(30_000, () => asked.destroy());
        asked.on('response', (response) => {
          response.resume();
          const id = response.headers['x-request-id'];
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location,
              requestId: typeof id === 'string' ? id : undefined,
            }),
          );
          response.on('close', fail);
        });
        asked.on('error', fail);
        asked.on('close', fail);
        asked.end();
      }),
  };
}
