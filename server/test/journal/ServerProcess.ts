import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { Client } from 'pg';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { bodyOf } from '../support/callers/person.ts';
import { spawnServer, untilAnswered } from '../support/spawnServer.ts';
import { until } from '../support/until.ts';

const ADMIN_TOKEN = 'an-admin-token-of-servers-that-are-killed';
const PATIENCE_MS = 90_000;

interface Visit {
  /** Of its click, where the visitor was sent on. */
  readonly id: string | undefined;
  /** What was answered, or why nothing was. */
  readonly answer: string;
}

/** A server in processes of its own that can be killed and started again, with one link. */
export interface ServerProcess {
  readonly database: Client;
  readonly dataDir: string;
  /** `database: 'away'`: it need not be healthy to have started. */
  start(options?: { readonly database: 'away' }): Promise<void>;
  untilHealthy(): Promise<void>;
  /** `worker`: the youngest of them alone. Resolves when they are gone. */
  kill(what: 'all' | 'worker' | 'first'): Promise<void>;
  /** Resolves when as many workers as there should be have opened their journals. */
  untilReplaced(workers: number): Promise<void>;
  stop(): Promise<void>;
  /** As an operator does it: everything is loaded by then. */
  restart(): Promise<void>;
  /** Visits the link once. */
  visit(): Promise<Visit>;
  /** What a visitor of some link of the domain gets. */
  ask(path: string): Promise<{ readonly status: number; readonly retryAfter: string | undefined }>;
  /** Resolves the link as an app does. */
  resolve(): Promise<Response>;
  /** Asks the API with the project's secret key. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response>;
  linkId(): string;
  /** Clicks of the link as the API says. */
  readStats(): Promise<number>;
}

/** `reach`: the way by which it reaches its database. */
export async function makeServerProcess(
  env: Record<string, string> = {},
  reach: (connectionString: string) => Promise<string> = (connectionString) =>
    Promise.resolve(connectionString),
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-kills-'));
  endings.defer(() => rm(dataDir, { recursive: true, force: true }));
  const connectionString = await makeEmptyDatabase();
  const reached = await reach(connectionString);
  const port = await findFreePort();
  const agent = new Agent({ keepAlive: false });
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let linkPath = { host: '', path: '' };
  let linkId = '';
  let appKey = '';

  async function start(options?: { readonly database: 'away' }): Promise<void> {
    child = spawnServer({
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: reached,
      DATA_DIR: dataDir,
      SECRET: 'a-secret-of-servers-that-are-killed',
      ADMIN_TOKEN,
      RATE_LIMITS: 'off',
      ...env,
    });
    await untilAnswered(child, origin, (reply) => reply.ok || options?.database === 'away');
    await untilAllListen();
    if (linkId === '') await provision();
  }

  /** The port is closed when its only worker dies, also if another one is about to listen. */
  async function untilAllListen(): Promise<void> {
    if (process.platform !== 'linux') return;
    const workers = await childrenOf(child!.pid!);
    const socket = await findListening(port);
    const all = async () => {
      const sockets = await Promise.all(workers.map(socketsOf));
      return sockets.every((each) => each.includes(socket));
    };
    await until('all workers listen', all);
  }

  async function provision(): Promise<void> {
    const operator = createClient({
      baseUrl: `${origin}/api/v1`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const body = { name: 'Killed', plan: 'business', domain: 'killed.localhost' } as const;
    const made = bodyOf(await operator(operations.provision, { body }), 201);
    appKey = made.appKey;
    const call = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
    const link = bodyOf(
      await call(operations.createLink, {
        body: { type: 'unified', slug: 'go', fallbackUrl: 'https://example.com' },
      }),
      201,
    );
    linkId = link.id;
    linkPath = { host: 'killed.localhost', path: '/go' };
  }

  async function kill(what: 'all' | 'worker' | 'first'): Promise<void> {
    const first = child?.pid;
    if (first === undefined) throw new Error('No server runs');
    const workers = await childrenOf(first);
    const gone = once(child!, 'exit');
    const pids =
      what === 'worker' ? workers.slice(-1) : what === 'all' ? [first, ...workers] : [first];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    if (what !== 'worker') await gone;
    await until('they are gone', () => !(what === 'worker' ? pids : workers).some(isRunning));
  }

  async function untilReplaced(workers: number): Promise<void> {
    const slots = Array.from({ length: workers }, (_, index) => index + 1);
    const areOwned = async () => {
      const running = await childrenOf(child!.pid!);
      const owners = await Promise.all(slots.map((slot) => ownerOf(dataDir, slot)));
      return owners.every((pid) => pid !== undefined && running.includes(pid));
    };
    await until('each journal has a worker', areOwned);
  }

  const database = new Client({ connectionString });
  await database.connect();
  database.on('error', () => {});
  endings.defer(() => database.end());
  endings.defer(() => stop());

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  /** An error where the connection broke. */
  function visitPath(path: string): Promise<IncomingMessage | Error> {
    return new Promise((resolve) => {
      const headers = { host: linkPath.host, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' };
      const asked = request({ host: '127.0.0.1', port, agent, path, headers });
      asked.setTimeout(30_000, () => asked.destroy(new Error('No answer within 30 s')));
      asked.on('response', (response) => {
        response.resume();
        resolve(response);
      });
      asked.on('error', resolve);
      asked.on('close', () => resolve(new Error('The connection was closed')));
      asked.end();
    });
  }

  return {
    database,
    dataDir,
    start,
    untilHealthy: () => untilAnswered(child, origin),
    kill,
    untilReplaced,
    stop,
    async restart() {
      await stop();
      await start();
    },
    async visit() {
      const response = await visitPath(linkPath.path);
      if (response instanceof Error) return { id: undefined, answer: response.message };
      const { statusCode, headers } = response;
      const id = statusCode === 302 ? String(headers['x-request-id']) : undefined;
      return { id, answer: `${statusCode} ${JSON.stringify(headers)}` };
    },
    async ask(path) {
      const response = await visitPath(path);
      if (response instanceof Error) return { status: 0, retryAfter: undefined };
      return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
    },
    resolve() {
      const url = encodeURIComponent(`http://${linkPath.host}${linkPath.path}`);
      return fetch(`${origin}/v1/sdk/resolve?url=${url}`, { headers: { 'x-app-key': appKey } });
    },
    call: (method, path, body) =>
      fetch(`${origin}${path}`, {
        method,
        // Not on a kept connection, which may be one of a worker that has just been killed.
        headers: {
          'x-app-key': appKey,
          connection: 'close',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    linkId: () => linkId,
    async readStats() {
      const call = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
      // Until the successor of a worker has opened its journal, numbers are refused rather than wrong.
      for (const end = Date.now() + PATIENCE_MS; ;) {
        const reply = await call(operations.getLinkStats, { params: { id: linkId }, query: {} });
        if (reply.status !== 503 || Date.now() > end) return bodyOf(reply, 200).clicks;
      }
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** The socket that listens on the port, as `/proc/…/fd` names it. */
async function findListening(port: number): Promise<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/ +/));
    const found = lines.find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A');
    if (found) return `socket:[${found[9]}]`;
  }
  throw new Error(`Nothing listens on ${port}`);
}

async function socketsOf(pid: number): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`);
  // One may be closed meanwhile.
  return Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
}

/** The process that has a worker's journal; undefined while nobody has it. */
async function ownerOf(dataDir: string, slot: number): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'journal', String(slot), 'owner.json'), 'utf8').catch(
    () => '',
  );
  const pid = /"pid":(\d+)/.exec(text)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
