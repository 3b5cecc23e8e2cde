import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { newLink, newProject, statsOf, type TestProject } from '../support/callers/personas.ts';
import { newSdkPhone, type SdkKind, type SdkReply } from '../support/callers/sdkPhones.ts';
import { startServer, type TestServer, useServer } from '../support/useServer.ts';

/** The deferred match is called wherever the contract has it. */
const HAS_DEFERRED_MATCH = Object.values<OperationDeclaration>(operations).some(
  ({ path }) => path === '/sdk/deferred/match',
);

const KINDS: readonly SdkKind[] = ['android', 'ios', 'flutter'];

/** What makes an SDK stumble in any 2xx body (Rule: sdk-clients): null where it decodes a text, an `error`, times. */
function assertPalatable(reply: SdkReply, ...nullable: string[]): void {
  assert.ok(reply.status >= 200 && reply.status < 300, `${reply.status} ${reply.text}`);
  for (const [name, value] of Object.entries(reply.body)) {
    assert.ok(value !== null || nullable.includes(name), `${name} is null`);
    assert.ok(!['error', 'timestamp', 'duration'].includes(name), name);
  }
}

async function activeSessions(project: TestProject, installationId: string): Promise<string[]> {
  const rows = await project.server.app.db
    .selectFrom('sessions')
    .select('id')
    .where('installation_id', '=', installationId)
    .where('state', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

async function coldStart(server: TestServer, kind: SdkKind, base: string, brand: string) {
  const project = await newProject({}, server);
  const link = await newLink(project, { allowQueryPassthrough: true, parameters: { a: 'kept' } });
  const phone = newSdkPhone(project, kind, { base, brand });
  const headers = (reply: SdkReply) => [
    reply.headers[`x-${brand}-context`],
    reply.headers.deprecation === undefined ? 'current' : 'deprecated',
  ];
  const age = base === '' ? 'deprecated' : 'current';

  const first = await phone.bootstrap();
  assert.equal(first.status, 201, first.text);
  assertPalatable(first);
  const { installationId, installationToken, sessionId } = first.body;
  assert.ok(typeof installationId === 'string' && typeof sessionId === 'string');
  assert.equal(installationToken, first.headers['x-installation-token']);
  assert.equal(String(installationToken).split('.').length, 3);
  assert.deepEqual([first.body['isNew'], first.body['isReinstall']], [true, false]);

  if (HAS_DEFERRED_MATCH) {
    const match = await phone.matchDeferred('nothing-of-ours');
    assertPalatable(match, 'matchType', 'data');
    assert.deepEqual(
      [match.status, match.body['success'], match.body['matchType'], match.body['data']],
      [200, true, null, null],
    );
  }

  const resolved = await phone.resolve(`https://${project.host}/${link.slug}?b=first&c=second`);
  assertPalatable(resolved);
  assert.deepEqual(headers(resolved), ['installation-attached', age]);
  assert.deepEqual([resolved.body['id'], resolved.body['type']], [link.id, 'unified']);
  // What iOS leaves raw is lost to the link, but fails nothing.
  const passed = kind === 'ios' ? { b: 'first' } : { b: 'first', c: 'second' };
  assert.deepEqual(resolved.body['parameters'], { a: 'kept', ...passed });
  assert.equal((await statsOf(project, link.id)).clicks, 1);

  const created = await phone.createLink({ type: 'dynamic', domain: project.host });
  assert.equal(created.status, 201, created.text);
  assertPalatable(created);
  assert.equal(typeof created.body['shortUrl'], 'string');
  assert.deepEqual(headers(created), ['installation-attached', age]);

  const started = await phone.startSession(installationId);
  assert.equal(started.status, 201, started.text);
  assertPalatable(started);
  assert.deepEqual(await activeSessions(project, installationId), [started.body['sessionId']]);
  const ended = await phone.endSession(String(started.body['sessionId']));
  assert.deepEqual([ended.status, ended.body], [200, { success: true }]);
  assert.deepEqual(await activeSessions(project, installationId), []);

  const second = await phone.bootstrap();
  assert.equal(second.status, 200, second.text);
  assert.deepEqual([second.body['isNew'], second.body['installationId']], [false, installationId]);
  assert.deepEqual(await activeSessions(project, installationId), [second.body['sessionId']]);
}

describe('SDK cold start: bootstrap, deferred match, resolve, link creation, sessions', () => {
  for (const kind of KINDS) {
    for (const base of ['', '/v1']) {
      test(`${kind} works at the base "${base}"`, async () => {
        await coldStart(await useServer(), kind, base, 'svc');
      });
    }
  }
});

describe('cold start of an SDK built for another brand (HEADER_BRANDS)', () => {
  let server: Promise<TestServer> | undefined;
  const branded = () => (server ??= startServer({ HEADER_BRANDS: 'Svc, Acme-Links' }));

  for (const kind of KINDS) {
    for (const base of ['', '/v1']) {
      test(`${kind} works at the base "${base}"`, async () => {
        await coldStart(await branded(), kind, base, 'acme-links');
      });
    }
  }

  test('an SDK of a listed brand gets only its own headers, any other those of the first brand', async () => {
    const project = await newProject({}, await branded());
    const link = await newLink(project);
    const brandsOf = async (brand: string) => {
      const phone = newSdkPhone(project, 'flutter', { brand });
      const { headers } = await phone.resolve(link.shortUrl);
      return Object.keys(headers).filter((name) => /-(context|warning)$/.test(name));
    };
    const own = ['x-acme-links-context', 'x-acme-links-warning'];
    assert.deepEqual((await brandsOf('acme-links')).toSorted(), own);
    for (const brand of ['svc', 'nobodys']) {
      assert.deepEqual((await brandsOf(brand)).toSorted(), ['x-svc-context', 'x-svc-warning']);
    }
  });
});
