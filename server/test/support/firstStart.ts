import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { makeEmptyDatabase } from './database.ts';
import { endings } from './run/endings.ts';
import { childEnvironment } from './run/childEnvironment.ts';

const ROOT = join(import.meta.dirname, '../../..');
export interface Started extends AsyncDisposable {
  readonly origin: string;
  /** Standard output and standard error until the server was up, in the order of their arrival. */
  readonly out: string;
  readonly log: string;
}

/** The folder in which a server is started, with its `.env`. */
export async function makeFolder(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-start-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const secret = 'a-secret-of-a-first-start-in-tests';
  const all = { DATA_DIR: './state', SECRET: secret, ADMIN_TOKEN: secret, ...env };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
  return folder;
}

/** What `npm start` runs, in a folder of its own: only PATH comes from outside. */
export async function start(folder: string, port: string): Promise<Started> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const child = spawn('sh', ['-c', scripts.start.replace('dist/', `${ROOT}/dist/`)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment },
  });
  let [out, log] = ['', ''];
  const up = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.trimEnd().endsWith('──') && out.includes('answers at')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.once('close', () => reject(new Error(`Ended before it was up: ${out}${log}`)));
  });
  await up;
  return {
    origin: `http://localhost:${port}`,
    out,
    log,
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** A port and an empty database. */
export async function newEnvironment(): Promise<{ PORT: string; DATABASE_URL: string }> {
  return { PORT: String(await findFreePort()), DATABASE_URL: await makeEmptyDatabase() };
}

/** What the banner says behind a label. */
export const readLabel = (out: string, label: string) =>
  new RegExp(`${label} +(\\S+)`).exec(out)?.[1] ?? '';

/** Runs lines of a shell one after the other; each has to succeed. */
export async function runAll(lines: readonly string[]): Promise<string[]> {
  const outputs: string[] = [];
  for (const line of lines) {
    const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${line} ended with ${code}`);
    outputs.push(output);
  }
  return outputs;
}
