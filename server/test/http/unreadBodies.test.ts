import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import { anyProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer, useServer } from '../support/useServer.ts';

/** Says that a body comes, sends none of it, and returns the answer once the server has closed the connection. */
async function announce(path: string, lines: readonly string[], on?: { port: number }) {
  const { port } = on ?? (await useServer());
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    // Whoever has read the answer sends no body any more.
    if (answer.includes('}')) socket.end();
  });
  socket.write([`POST ${path} HTTP/1.1`, 'host: api.test', ...lines, '', ''].join('\r\n'));
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head: head.toLowerCase(), status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

suite('bodies of refused calls (Rule: limits)', () => {
  const LONG = 'content-length: 200000';

  test('are not read: 401, 404, 413, 415, and the connection closes', async () => {
    const project = await anyProject();
    const key = `x-app-key: ${project.appKey}`;
    for (const [path, lines, status] of [
      ['/v1/sdk/links', [LONG], 401],
      ['/v1/sdk/links', [LONG, 'x-app-key: fl_live_none'], 401],
      ['/v1/links/bulk', [LONG], 401],
      ['/v1/nowhere', [LONG], 404],
      ['/v1/sdk/links', ['content-length: 300000', key], 413],
      ['/v1/links/bulk', ['content-length: 70000000', key], 413],
      ['/v1/sdk/links', [LONG, key, 'content-encoding: gzip'], 415],
      ['/v1/sdk/links', [LONG, key, 'content-type: text/plain'], 415],
      ['/v1/sdk/links', ['transfer-encoding: chunked'], 401],
    ] as const) {
      const answer = await announce(path, lines);
      assert.equal(answer.status, status, `${path} ${lines.join()}`);
      assert.match(answer.head, /\r\nconnection: close/, `${path} ${status}`);
    }
  });

  test('are not read beyond a limit: 429', async () => {
    const server = await startServer({ RATE_LIMITS: 'on' });
    const from = { 'x-forwarded-for': '203.0.113.200' };
    const spent = Array.from({ length: 120 }, () =>
      send({ path: '/v1/subscriptions/plans', port: server.port, headers: from }),
    );
    await Promise.all(spent);
    const lines = [LONG, 'x-forwarded-for: 203.0.113.200'];
    const answer = await announce('/v1/sdk/links', lines, server);
    assert.equal(answer.status, 429);
    assert.match(answer.head, /\r\nconnection: close/);
  });

  test('may be sent all the same: the answer arrives', async () => {
    for (let times = 0; times < 20; times += 1) {
      const reply = await send({
        method: 'POST',
        path: '/v1/sdk/links',
        body: `{"a":"${'x'.repeat(250_000)}"}`,
      });
      assert.equal(reply.status, 401);
    }
  });

  test('that were read leave the connection open', async () => {
    const project = await anyProject();
    const reply = await send({
      method: 'POST',
      path: '/v1/sdk/links',
      headers: { 'x-app-key': project.appKey, connection: 'keep-alive' },
      body: '{"type":5}',
    });
    assert.equal(reply.status, 400);
    assert.equal(reply.headers.connection, 'keep-alive');
  });
});

suite('size of a body (Rule: bodies)', () => {
  const row = (inner: string) => `{"type":"unified","metadata":${inner}}`;
  const properties = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  async function create(path: string, body: string) {
    const { appKey } = await anyProject();
    const reply = await send({ method: 'POST', path, headers: { 'x-app-key': appKey }, body });
    return JSON.parse(reply.text) as { statusCode?: number; status?: number; message: string };
  }

  for (const [what, inner, message] of [
    [
      'properties',
      properties(LIMITS.bodyProperties),
      new RegExp(`must not have more than ${limitText('bodyProperties')} properties$`),
    ],
    [
      'levels',
      `{"a":${nested(LIMITS.bodyDepth)}}`,
      new RegExp(`must not be nested deeper than ${LIMITS.bodyDepth} levels$`),
    ],
    [
      'levels without an end',
      '['.repeat(100_000),
      new RegExp(`must not be nested deeper than ${LIMITS.bodyDepth} levels$`),
    ],
  ] as const) {
    test(`too many ${what} are 400, in a single body and in a bulk row`, async () => {
      const single = await create('/v1/sdk/links', row(inner));
      assert.equal(single.statusCode, 400);
      assert.match(single.message, message);
      if (what === 'levels without an end') return;
      const inBulk = await create('/v1/links/bulk', `[${row(inner)}]`);
      assert.equal(inBulk.status, 400);
      assert.match(inBulk.message, message);
    });
  }

  test('what strings contain does not count', async () => {
    const text = JSON.stringify(`{[:"\\`.repeat(5000));
    assert.equal((await create('/v1/sdk/links', row(`{"a":${text}}`))).statusCode, 400);
    const fitting = JSON.stringify(`{[:"\\`.repeat(2500));
    assert.equal((await create('/v1/sdk/links', row(`{"a":${fitting}}`))).statusCode, undefined);
  });

  test('findings stop at 20', async () => {
    const unknown = properties(100).replace('{', '{"type":"unified",');
    assert.equal((await create('/v1/sdk/links', unknown)).message.length, 20);
  });
});
