import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { endings, shareInProcess } from '../support/run/endings.ts';
import { makeTestFolder } from '../support/startTestServer.ts';

const STAND_IN = join(import.meta.dirname, 'engine/standIn.ts');
const USER = 'fairlead';
const PASSWORD = 'clicks: & secret';

/** Where its data may be; set by `npm run test:clickhouse`, which fetches the engine. */
const PLACE = process.env['FAIRLEAD_TEST_CLICKHOUSE'];

/** For tests that need the engine. */
export const withClickHouse =
  PLACE === undefined ? { skip: 'needs ClickHouse: npm run test:clickhouse' } : {};

/** A ClickHouse of one server, which can be killed and started again. */
export interface ClickHouseServer {
  readonly origin: string;
  /** Of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Kills it when a statement that matches has run for the last of `count` times, or before that. */
  dieAt(plan: { when: 'before' | 'after'; at: RegExp; count?: number }): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it has died. */
  died(): Promise<void>;
}

/** The one of this test process, for tests that do not kill it; or what TEST_CLICKS_URL names, such as a cluster. */
export const useClickHouse = shareInProcess(
  async (): Promise<Pick<ClickHouseServer, 'newDatabase'>> => {
    const given = process.env['TEST_CLICKS_URL'];
    return given === undefined ? openClickHouse() : useGiven(given);
  },
);

function useGiven(url: string): Pick<ClickHouseServer, 'newDatabase'> {
  return {
    async newDatabase() {
      const address = readClickHouseUrl(url);
      if (typeof address === 'string') throw new Error(address);
      const name = `fairlead_test_${randomBytes(6).toString('hex')}`;
      const onCluster = address.cluster === undefined ? '' : ` ON CLUSTER '${address.cluster}'`;
      const ch = endings.use(await connectClickHouse(address));
      await ch.run(`CREATE DATABASE ${name}${onCluster}`);
      endings.defer(() => ch.run(`DROP DATABASE ${name}${onCluster} SYNC`));
      const own = new URL(url.replace(/^clickhouse:/, 'http:'));
      own.pathname = `/${name}`;
      return own.href.replace(/^http:/, 'clickhouse:');
    },
  };
}

export async function openClickHouse(): Promise<ClickHouseServer> {
  const folder = await makeTestFolder(PLACE);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let databases = 0;

  async function start(): Promise<void> {
    const args = ['--folder', folder, '--port', `${port}`, '--user', USER, '--password', PASSWORD];
    child = spawn(process.execPath, ['--max-http-header-size=1000000', STAND_IN, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...childEnvironment, NODE_NO_WARNINGS: '1' },
    });
    await once(child.stdout!, 'data');
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  await start();
  endings.defer(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    origin,
    start,
    kill,
    async newDatabase() {
      const name = `fairlead_${(databases += 1)}`;
      const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
      const reply = await fetch(
        `${origin}/?query=${encodeURIComponent(`CREATE DATABASE ${name}`)}`,
        {
          method: 'POST',
          headers: { authorization },
        },
      );
      if (!reply.ok) throw new Error(await reply.text());
      return `clickhouse://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`;
    },
    async dieAt({ when, at, count = 1 }) {
      const query = new URLSearchParams({ when, at: at.source, count: String(count) });
      await fetch(`${origin}/die?${query.toString()}`);
    },
    async died() {
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
