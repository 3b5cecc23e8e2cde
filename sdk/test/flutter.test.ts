import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { compileSchema } from '@fairlead/contract/findings';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { eventsOf } from '../../server/test/events/callers.ts';
import { statsOf } from '../../server/test/support/callers/personas.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import { newWorld } from './support/coldStart.ts';

const PAGE = join(import.meta.dirname, '../../docs/sdk/flutter.md');
const BLOCK = /```http\n(.*?)```/gs;
/** What a request of the guide takes from elsewhere. */
const NAME = /\{(\w+)\}/g;

/** The headers of every request come first, then the requests. */
function readGuide() {
  const [first = '', ...rest] = [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)].map(
    ([, block = '']) => block.trim(),
  );
  const headers = Object.fromEntries(first.split('\n').map((line) => line.split(': ')));
  const calls = rest.map((block) => {
    const [line = '', body] = block.split('\n\n');
    const [method = '', path = ''] = line.split(' ');
    return { method, path, body };
  });
  return { headers: headers as Record<string, string>, calls };
}

test('the calls of the Flutter guide are those of the contract and are answered as it says', async () => {
  const { project, key, link, phone } = await newWorld();
  const { headers, calls } = readGuide();
  const unsent = new Set(calls);
  let token: string | undefined;

  async function ask(operation: OperationDeclaration, values: Record<string, string> = {}) {
    const call = calls.find(
      ({ method, path }) =>
        method === operation.method && path.replace(/\?.*/, '') === `/v1${operation.path}`,
    );
    assert.ok(call, `The guide has no ${operation.id}`);
    unsent.delete(call);
    const valueOf = (_: string, name: string) => values[name] ?? assert.fail(`What is ${name}?`);
    const path = call.path.replaceAll(NAME, (whole, name: string) =>
      encodeURIComponent(valueOf(whole, name)),
    );
    const body = call.body?.replaceAll(NAME, valueOf);
    if (operation.body) {
      const findings = compileSchema(operation.body).findings(JSON.parse(body ?? '{}'), 'body');
      assert.deepEqual(findings, []);
    }
    const response = await fetch(project.server.origin + path, {
      method: operation.method,
      headers: {
        ...headers,
        'X-App-Key': key,
        ...(token !== undefined && { 'X-Installation-Token': token }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    token = response.headers.get('x-installation-token') ?? token;
    const answer = (await response.json()) as Record<string, unknown>;
    return { ...answer, status: response.status };
  }

  async function send(...asked: Parameters<typeof ask>) {
    const { status, ...answer } = await ask(...asked);
    assert.ok(status < 300, JSON.stringify(answer));
    return answer as Record<string, unknown>;
  }

  const clickId = await tap(phone, project, link);
  const { sessionId } = await send(operations.bootstrap);
  assert.ok(token !== undefined);
  const { data } = await send(operations.matchDeferred, { clickId });
  const { deepLink: url } = data as { deepLink: string };
  const { slug, parameters } = await send(operations.resolveLink, { url });
  assert.deepEqual([slug, parameters], [link.slug, { screen: 'sale' }]);
  await send(operations.endSession, { sessionId: String(sessionId) });
  await send(operations.startSession);
  const made = await send(operations.createLink);
  assert.deepEqual(await send(operations.createLink), made);
  await send(operations.identify);
  assert.deepEqual(
    [await send(operations.recordSdkEvents), await send(operations.recordSdkEvents)],
    [
      { accepted: 1, duplicates: 0, errors: [] },
      { accepted: 0, duplicates: 1, errors: [] },
    ],
  );
  const [event] = await eventsOf(project, link.id);
  assert.deepEqual(event?.revenue, [{ currency: 'EUR', amount: 1999, saidByApps: 1999 }]);
  const stats = await statsOf(project, link.id);
  assert.deepEqual([stats.clicks, stats.installs, stats.opens], [1, 1, 1]);
  assert.deepEqual([...unsent], []);
  const elsewhere = { url: 'https://elsewhere.example.com/x' };
  const { status, ...fault } = await ask(operations.resolveLink, elsewhere);
  const { code, errors } = fault as Record<string, unknown>;
  assert.deepEqual([status, code, errors], [404, 'NOT_FOUND', []]);
});
