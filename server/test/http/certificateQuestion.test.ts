import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '#platform/lib/uuid.ts';
import { newProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer, type TestServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

let running: Promise<TestServer> | undefined;
const onStage = () =>
  (running ??= startServer({
    PUBLIC_URL: 'https://app.example.com',
    LAUNCH_HOST: 'launch.example.com',
    TRUST_PROXY: '10.0.0.0/8',
  }));

async function ask(name: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = await onStage();
  const path = `/internal/tls-ask?domain=${encodeURIComponent(name)}`;
  const reply = await send({ port, path, headers: { host: `127.0.0.1:${port}`, ...headers } });
  return reply.status;
}

describe('GET /internal/tls-ask for on-demand certificates', () => {
  test('200: hosts of the server and verified link domains', async () => {
    const { host } = await newProject({}, await onStage());
    for (const name of [
      'app.example.com',
      'launch.example.com',
      host,
      host.toUpperCase(),
      `${host}.`,
    ]) {
      assert.equal(await ask(name), 200, name);
    }
  });

  test('404: every other name', async () => {
    const server = await onStage();
    const { project } = await newProject({ noDomain: true }, server);
    const unproved = `${newId()}.example.com`;
    await server.app.db
      .insertInto('domains')
      .values({
        id: newId(),
        project_id: project.id,
        host: unproved,
        verification_token: 'a token that nobody has set',
      })
      .execute();
    for (const name of [
      unproved,
      'someone.example.org',
      '127.0.0.1',
      '::1',
      '*.example.com',
      'app.example.com/x',
      'localhost',
      '',
      `${'a.'.repeat(130)}com`,
    ]) {
      assert.equal(await ask(name), 404, name);
    }
    const { port } = server;
    const headers = { host: '127.0.0.1' };
    const path = '/internal/tls-ask';
    assert.equal((await send({ port, path, headers })).status, 404);
    const twice = `${path}?domain=app.example.com&domain=x`;
    assert.equal((await send({ port, path: twice, headers })).status, 404);
  });

  test('a new domain is known at once, and proxied requests get a 404', async () => {
    const name = `${newId()}.test`;
    assert.equal(await ask(name), 404);
    await newProject({ domain: name }, await onStage());
    await untilKnown(name);
    for (const header of ['x-forwarded-for', 'forwarded', 'via']) {
      assert.equal(await ask(name, { [header]: '203.0.113.9' }), 404, header);
    }
  });
});

/** Provisioning by the operator is announced to processes by the database. */
async function untilKnown(name: string): Promise<void> {
  await until(`${name} is known`, async () => (await ask(name)) === 200);
}
