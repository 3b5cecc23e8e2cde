import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { findFreePort } from '../../src/lib/findFreePort.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { endings } from '../support/endings.ts';
import { bodyOf, openedBy } from '../support/person.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { createProject, getServer, listProjects, signIn } = operations;

interface Started extends AsyncDisposable {
  readonly origin: string;
  /** Standard output and standard error until the server was up, in the order of their arrival. */
  readonly out: string;
  readonly log: string;
}

/** The folder in which a server is started, with its `.env`. */
async function makeFolder(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-start-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const secret = 'a-secret-of-a-first-start-in-tests';
  const all = { DATA_DIR: './state', SECRET: secret, ADMIN_TOKEN: secret, ...env };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
  return folder;
}

/** What `npm start` runs, in a folder of its own: only PATH comes from outside. */
async function start(folder: string, port: string): Promise<Started> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, ...words] = scripts.start.split(' ');
  const child = spawn(
    process.execPath,
    words.map((word) => (word.startsWith('server/') ? join(ROOT, word) : word)),
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  );
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

async function newEnvironment(): Promise<{ PORT: string; DATABASE_URL: string }> {
  return { PORT: String(await findFreePort()), DATABASE_URL: await makeEmptyDatabase() };
}

const read = (out: string, label: string) => new RegExp(`${label} +(\\S+)`).exec(out)?.[1] ?? '';

describe('the first start', () => {
  test('reads .env, says one line of migrations and the banner last, with lines that work', async () => {
    const env = await newEnvironment();
    const folder = await makeFolder(env);
    await using server = await start(folder, env.PORT);
    const { out, log, origin } = server;
    assert.match(out, new RegExp(`Fairlead \\S+ answers at ${origin}\n`));
    assert.match(out, new RegExp(`${origin}/docs`));
    const migrated = log.split('\n').filter((line) => line.includes('Migrated the database'));
    assert.equal(migrated.length, 1);
    assert.ok((JSON.parse(migrated[0] ?? '') as { steps: number }).steps >= 20);
    const last = out.trimEnd().split('\n').slice(-2);
    assert.match(last[0] ?? '', /doctor server$/);
    assert.match(last[1] ?? '', /^─+$/);

    const lines = out.split('\n').filter((line) => line.startsWith('  curl'));
    assert.equal(lines.length, 3);
    const [made = '', opened = '', resolved = ''] = await runAll(lines);
    assert.equal((JSON.parse(made) as { slug: string }).slug, 'hello');
    assert.match(opened, /302 Found[^]*location: https:\/\/play\.google\.com/i);
    assert.equal((JSON.parse(resolved) as { slug: string }).slug, 'hello');
    const { id } = JSON.parse(made) as { id: string };
    const key = read(out, 'App key');
    const stats = await fetch(`${origin}/v1/links/${id}/stats`, { headers: { 'x-app-key': key } });
    const { clicks, bots } = (await stats.json()) as { clicks: number; bots: number };
    assert.deepEqual([clicks, bots], [2, 0]);

    const publishable = { 'x-app-key': read(out, 'In apps') };
    const refused = await fetch(`${origin}/v1/links`, { headers: publishable });
    assert.equal(refused.status, 403);
  });

  test('with ADMIN_EMAIL makes that account and no demo, and asks nobody twice', async () => {
    const env = { ...(await newEnvironment()), ADMIN_EMAIL: 'Captain@Example.com' };
    const folder = await makeFolder(env);
    const first = await start(folder, env.PORT);
    const { origin, out } = first;
    const password = read(out, 'Password');
    assert.equal(read(out, 'E-mail'), 'Captain@Example.com');
    assert.doesNotMatch(out, /App key|Demo/);
    await first[Symbol.asyncDispose]();

    await using again = await start(folder, env.PORT);
    assert.doesNotMatch(again.out, /Password/);
    const anybody = createClient({ baseUrl: `${origin}/api/v1` });
    const body = { email: 'captain@example.com', password };
    const { token } = openedBy(await anybody(signIn, { body }));
    const call = createClient({
      baseUrl: `${origin}/api/v1`,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(bodyOf(await call(listProjects, {}), 200).projects, []);
    bodyOf(await call(createProject, { body: { name: 'First' } }), 201);
    const { report } = bodyOf(await call(getServer, {}), 200);
    assert.ok(report?.findings.some(({ code }) => code === 'PUBLIC_URL_LOCAL'));
  });

  test('of a server with a public address names what is missing', async () => {
    const env = { ...(await newEnvironment()), PUBLIC_URL: 'https://links.example.com' };
    await using server = await start(await makeFolder(env), env.PORT);
    assert.match(server.out, /Missing for production:/);
    for (const name of ['LAUNCH_HOST', 'TRUST_PROXY', 'SMTP_URL']) {
      assert.match(server.out, new RegExp(`Set ${name}`));
    }
  });
});

async function runAll(lines: readonly string[]): Promise<string[]> {
  const outputs: string[] = [];
  for (const line of lines) {
    const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, line);
    outputs.push(output);
  }
  return outputs;
}
