import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { findProcess } from '#platform/lib/process/processes.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { kill, makePlace } from '../support/embeddedDatabase.ts';
import { bodyOf } from '../support/callers/person.ts';
import { spawnServer, untilAnswered } from '../support/spawnServer.ts';
import { until } from '../support/until.ts';

const ADMIN_TOKEN = 'an-admin-token-of-a-server-with-its-own-database';
const ANOTHER = JSON.stringify({ pid: 1, startedAt: '1', space: 'another container' });

test('the database of a server of several processes lives as long as they do, and ends when one folder is lost', async () => {
  await using place = await makePlace();
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawnServer(
    {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: place.dataDir,
      SECRET: 'a-secret-of-a-server-with-its-own-database',
      ADMIN_TOKEN,
      PROCESSES: '2',
    },
    { stderr: 'pipe' },
  );
  await using ends = new AsyncDisposableStack();
  ends.defer(() => kill(child));
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  await untilAnswered(child, origin);

  const operator = createClient({
    baseUrl: `${origin}/api/v1`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const project = bodyOf(
    await operator(operations.provision, { body: { name: 'Two', domain: 'two.localhost' } }),
    201,
  );
  const call = createClient({
    baseUrl: `${origin}/v1`,
    headers: { 'x-app-key': project.appKey },
  });
  const body = { type: 'unified', fallbackUrl: 'https://example.com/' } as const;
  const { slug } = bodyOf(await call(operations.createLink, { body }), 201);
  assert.ok(slug);

  const database = await place.readPostmasterPid();
  const ended = once(child, 'exit');
  // Lost before DATA_DIR is, as another process takes one folder after the other.
  await writeFile(join(place.dataDir, 'journal/0/owner.json'), ANOTHER);
  assert.deepEqual(await ended, [1, null]);
  assert.match(said, /another one has taken over JOURNAL_DIR/);
  await until('its database is gone', async () => (await findProcess(database)) === undefined);
});
