import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './findFreePort.ts';

const STAND_IN = fileURLToPath(
  new URL('../../../server/test/clickhouse/engine/standIn.ts', import.meta.url),
);
const DATABASE = 'fairlead';
const USER = 'fairlead';
/** Some statements name many links in the URL. */
const MAX_HEADER_BYTES = 1_000_000;

/** ClickHouse's engine with an empty database, in a process of its own that runs one statement at a time. */
export interface BenchClickHouse extends AsyncDisposable {
  /** For CLICKS_URL. */
  readonly url: string;
  readonly pid: number;
  /** The answer as text, tab-separated. */
  ask(statement: string): Promise<string>;
}

/** The first time, the engine is fetched from npm: 546 MB. */
export async function startClickHouse(): Promise<BenchClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-bench-clickhouse-'));
  const port = await findFreePort();
  const password = randomBytes(12).toString('hex');
  const child = spawn(
    process.execPath,
    [
      `--max-http-header-size=${MAX_HEADER_BYTES}`,
      STAND_IN,
      `--folder=${folder}`,
      `--port=${port}`,
      `--user=${USER}`,
      `--password=${password}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited]);
  const authorization = `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`;
  const ask = async (statement: string): Promise<string> => {
    const url = `http://127.0.0.1:${port}/?query=${encodeURIComponent(statement)}`;
    const reply = await fetch(url, { method: 'POST', headers: { authorization } });
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return text.trim();
  };
  await ask(`CREATE DATABASE ${DATABASE}`);
  return {
    url: `clickhouse://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
    pid: child.pid ?? 0,
    ask,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
