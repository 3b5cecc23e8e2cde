import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEach } from './support/coldStart.ts';
import { readLife, recordLife, replayLife, writeLife } from './support/life.ts';
import type { Fixture } from './support/wire.ts';

/** What may differ from SDK to SDK and from machine to machine, such as how much of the Play referrer it is told. */
function comparable({ method, path, headers, body }: Fixture['request']) {
  const own = new Set(['accept', 'content-type', 'x-svc-client', 'x-svc-client-version']);
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  const text = JSON.stringify(body ?? null, (name, value: unknown) =>
    name === 'installReferrer'
      ? undefined
      : ['timezone', 'language', 'version', 'type', 'eventId', 'at', 'sentAt'].includes(name)
        ? `a ${name}`
        : value,
  );
  const typed = body === undefined ? undefined : headers['content-type'];
  return {
    method,
    path,
    headers: Object.fromEntries(kept),
    typed,
    body: JSON.parse(text) as unknown,
  };
}

test('the running server answers the calls of an app as recorded', async () => {
  const made = await recordLife();
  if (process.env['WRITE_FIXTURES'] === '1') writeLife(made);
  assert.deepEqual(
    made.map(({ operation, request, answer }) => ({
      operation,
      request: comparable(request),
      answer,
    })),
    readLife().map(({ operation, request, answer }) => ({
      operation,
      request: comparable(request),
      answer,
    })),
  );
});

describeEach('recorded calls of an app', ['expo', 'android'], (sdk) => {
  test('are sent as recorded, and their answers delivered', async () => {
    const life = readLife();
    const { asked, opened } = await replayLife(sdk, life);
    assert.deepEqual(
      asked.map(comparable),
      life.map(({ request }) => comparable(request)),
    );
    const answered = life.find(({ operation }) => operation === 'resolveLink')?.answer.body;
    assert.deepEqual(
      opened.map(({ link, deferred }) => ({ link, deferred })),
      [{ link: answered, deferred: true }],
    );
    assert.deepEqual(opened[0]?.parameters, opened[0]?.link.parameters);
  });
});
