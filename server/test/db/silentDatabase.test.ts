import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { connectBackground } from '#platform/db/connections/connectBackground.ts';
import { connectRequests } from '#platform/db/connections/connectRequests.ts';
import { useDatabase } from '../support/database.ts';
import { openRelay, type Relay } from '../support/outside/openRelay.ts';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { silentLog } from '../support/silentLog.ts';
import { takeFailures } from '../support/run/failures.ts';
import { startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';
import { pause } from '../support/pause.ts';

/** A server that reaches the database through a relay, and a project on it. */
async function startBehindRelay(): Promise<{ relay: Relay; project: TestProject }> {
  const relay = await openRelay((await useDatabase()).connectionString);
  const server = await startServer({}, relay.connectionString, { patience: 1 });
  return { relay, project: await newProject({}, server) };
}

function visit(project: TestProject, slug: string) {
  return send({
    port: project.server.port,
    path: `/${slug}`,
    headers: { host: project.host, 'user-agent': USER_AGENTS.desktop },
  });
}

function resolve(project: TestProject, slug: string) {
  return send({
    port: project.server.port,
    path: `/v1/sdk/resolve?url=https://${project.host}/${slug}`,
    headers: { host: 'api.test', 'x-app-key': project.appKey },
  });
}

function listLinks(project: TestProject) {
  return send({
    port: project.server.port,
    path: '/v1/links',
    headers: { host: 'api.test', 'x-app-key': project.appKey },
  });
}

describe('an unresponsive database', () => {
  test('when frozen, seen links work and are counted later; everything else gets 503', async () => {
    const { relay, project } = await startBehindRelay();
    const { slug, id } = await newLink(project);
    assert.equal((await visit(project, slug)).status, 302);
    assert.equal((await resolve(project, slug)).status, 200);
    using frozen = relay.freeze();
    // Nothing thaws before they are answered.
    const [visits, resolves, lists] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, () => visit(project, slug))),
      Promise.all(Array.from({ length: 10 }, () => resolve(project, slug))),
      Promise.all(Array.from({ length: 10 }, () => listLinks(project))),
    ]);
    const later = [await visit(project, slug), await visit(project, slug)];
    const statuses = (replies: readonly { readonly status: number }[]) =>
      new Set(replies.map(({ status }) => status));
    assert.deepEqual(statuses([...visits, ...later]), new Set([302]));
    assert.deepEqual(statuses(resolves), new Set([200]));
    assert.deepEqual(statuses(lists), new Set([503]));
    for (const { headers } of lists) assert.equal(headers['retry-after'], '5');
    takeFailures();
    frozen[Symbol.dispose]();
    await until('links are listed', async () => (await listLinks(project)).status === 200);
    let clicks: number | undefined;
    // Numbers are asked for again until what was answered meanwhile is in them.
    await until('the clicks are counted', async () => {
      const reply = await appKey(project)(operations.getLinkStats, { params: { id } });
      if (reply.status === 200) clicks = reply.body.clicks;
      return reply.status === 200;
    });
    takeFailures();
    assert.equal(clicks, 2 + visits.length + later.length + resolves.length);
  });

  test('dead connections are replaced, and no request waits forever', async () => {
    const { relay, project } = await startBehindRelay();
    const { slug } = await newLink(project);
    // All connections of the pool are open when they die.
    await Promise.all(Array.from({ length: 30 }, () => listLinks(project)));
    relay.mute();
    const replies = await Promise.all([
      ...Array.from({ length: 30 }, () => visit(project, slug)),
      ...Array.from({ length: 30 }, () => listLinks(project)),
    ]);
    for (const { status } of replies) assert.ok([200, 302, 503].includes(status), `${status}`);
    await until('a visit', async () => (await visit(project, slug)).status === 302);
    await until('links are listed', async () => (await listLinks(project)).status === 200);
    takeFailures();
  });

  test('work in the background on a dead connection fails, and is not waited for', async () => {
    const relay = await openRelay((await useDatabase()).connectionString);
    await using connection = connectBackground(
      { connectionString: relay.connectionString, log: silentLog },
      { thisMachine: false },
    );
    const ask = () => sql`select 1`.execute(connection.db);
    await ask();
    relay.mute();
    await assert.rejects(ask(), { code: 'ETIMEDOUT' });
    await ask();
  });

  test('slow statements and idle transactions are not cut off', async () => {
    const { connectionString } = await useDatabase();
    await using connection = connectRequests({ connectionString, log: silentLog });
    const slow = await sql<{ done: boolean }>`
      select pg_sleep(2.5) is not null as done`.execute(connection.db);
    assert.deepEqual(slow.rows, [{ done: true }]);
    // A lent connection that is asked nothing is not dead either.
    const client = await connection.pool.connect();
    await client.query('begin');
    await pause(2_000, 'longer than a silence that is suspicious');
    assert.equal((await client.query('select 1 as one')).rows.length, 1);
    await client.query('commit');
    client.release();
  });
});
