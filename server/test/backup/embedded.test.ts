import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { makeFolder, readLabel, runAll, start } from '../support/firstStart.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

async function newDataDir(): Promise<string> {
  const folder = await makeTestFolder();
  endings.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, 'data');
}

/** A server with a database and secrets of its own, unless `env` says otherwise. */
async function serve(env: Record<string, string>) {
  const PORT = String(await findFreePort());
  return start(await makeFolder({ SECRET: '', ADMIN_TOKEN: '', ...env, PORT }), PORT);
}

function run(DATA_DIR: string, ...argv: string[]) {
  const env = { ...childEnvironment, DATA_DIR };
  return runFairlead([...argv, '--json'], env, REPOSITORY);
}

/** The link that the banner's line has made, as an app asks for it. */
async function hello(origin: string, key: string): Promise<number> {
  const reply = await fetch(`${origin}/v1/sdk/links/hello`, { headers: { 'x-app-key': key } });
  return reply.status;
}

test("a server's own database can be backed up while serving, restored and moved out", async () => {
  const [dataDir, other] = [await newDataDir(), await newDataDir()];
  const file = join(dataDir, '..', 'fairlead.backup');
  const server = await serve({ DATA_DIR: dataDir });
  const key = readLabel(server.out, 'App key');
  const create = server.out.split('\n').find((line) => line.startsWith('  curl')) ?? '';
  await runAll([create]);
  const written = await run(dataDir, 'backup', file);
  assert.deepEqual([written.status, written.err], [0, '']);
  assert.match((await run(dataDir, 'restore', file)).err, /A server runs on the database.*stop it/);
  assert.match((await run(dataDir, 'move-database', 'postgres://x')).err, /stop it/);

  // The secret travels with the backup, since nobody else keeps it.
  const restored = await run(other, 'restore', file);
  assert.deepEqual([restored.status, restored.err], [0, '']);
  const secret = await readFile(join(dataDir, 'secret'), 'utf8');
  assert.equal(await readFile(join(other, 'secret'), 'utf8'), secret);
  assert.equal((await stat(join(other, 'secret'))).mode & 0o777, 0o600);
  {
    await using again = await serve({ DATA_DIR: other });
    assert.doesNotMatch(again.out, /Password/);
    assert.equal(await hello(again.origin, key), 200);
  }

  await server[Symbol.asyncDispose]();
  const outside = await makeEmptyDatabase();
  const moved = await run(dataDir, 'move-database', outside);
  assert.deepEqual([moved.status, moved.err], [0, '']);
  await using there = await serve({
    DATA_DIR: await newDataDir(),
    DATABASE_URL: outside,
    SECRET: secret.trim(),
    ADMIN_TOKEN: 'an admin token of the moved server',
  });
  assert.equal(await hello(there.origin, key), 200);
});
