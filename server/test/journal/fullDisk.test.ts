import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { endings } from '../support/run/endings.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { takeFailures } from '../support/run/failures.ts';
import { startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

test('a full disk gives 503 for visits, /health and /ready until it has room again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-journal-'));
  // After the server, which closes its journal last.
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await startServer({ JOURNAL_DIR: folder });
  const project = await newProject({}, server);
  const link = await newLink(project);
  const headers = { host: new URL(link.shortUrl).host, 'user-agent': USER_AGENTS.desktop };
  const visit = () => send({ path: `/${link.slug}`, headers, port: server.port });
  const ready = async () => (await send({ path: '/ready', port: server.port })).status;
  const health = async () => (await send({ path: '/health', port: server.port })).status;
  // Not a click has been written: the first one has to make a file.
  await rename(join(folder, '0'), join(folder, 'away'));
  const reply = await visit();
  assert.equal(reply.status, 503);
  assert.equal(reply.headers['retry-after'], '5');
  assert.deepEqual([await health(), await ready()], [503, 503]);
  await mkdir(join(folder, '0'));
  await until('it is healthy', async () => (await health()) === 200);
  assert.equal(await ready(), 200);
  assert.equal((await visit()).status, 302);
  assert.match(takeFailures().join('\n'), /ENOENT/);
});
