import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { readFastPathRequest } from '#faces/http/fastPath/readFastPathRequest.ts';
import { newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { useServer } from '../support/useServer.ts';
import { pause } from '../support/pause.ts';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const read = (text: string) => readFastPathRequest(Buffer.from(text, 'latin1'));

const PLAIN = [
  head('GET / HTTP/1.1', 'Host: a.test'),
  head('GET /x?y=%20&z=%00#f HTTP/1.1', 'HOST: a.test:80', 'Connection: Keep-Alive'),
  head("GET /~!$&'()*+,;=:@ HTTP/1.1", 'host:a.test', 'X-Empty:', 'x-Tab: \ta\tb \t'),
  head('GET /p HTTP/1.1', 'Host: a.test', 'Cookie: a=1; b=2', 'Accept: */*', 'X: a: b'),
  head('GET /p HTTP/1.1', 'Host: a.test', 'constructor: 2', 'toString: 3'),
];

const NOT_PLAIN: Record<string, string> = {
  'another method': head('POST / HTTP/1.1', 'Host: a.test'),
  HEAD: head('HEAD / HTTP/1.1', 'Host: a.test'),
  'another version': head('GET / HTTP/1.0', 'Host: a.test'),
  'no host': head('GET / HTTP/1.1', 'Accept: */*'),
  'two hosts': head('GET / HTTP/1.1', 'Host: a.test', 'Host: b.test'),
  'a header twice': head('GET / HTTP/1.1', 'Host: a.test', 'X-A: 1', 'x-a: 2'),
  'a whole URL': head('GET http://b.test/ HTTP/1.1', 'Host: a.test'),
  'a space in the URL': head('GET /a b HTTP/1.1', 'Host: a.test'),
  'a byte beyond ASCII in the URL': head('GET /\xe4 HTTP/1.1', 'Host: a.test'),
  'a byte beyond ASCII in a value': head('GET / HTTP/1.1', 'Host: a.test', 'X: \xe4'),
  'a folded line': head('GET / HTTP/1.1', 'Host: a.test', 'X: a', ' b'),
  'a space before the colon': head('GET / HTTP/1.1', 'Host : a.test'),
  'a line without a colon': head('GET / HTTP/1.1', 'Host: a.test', 'nothing'),
  'a bare line feed': 'GET / HTTP/1.1\nHost: a.test\r\n\r\n',
  'a line feed in a value': head('GET / HTTP/1.1', 'Host: a.test', 'X: a\nY: b'),
  'a carriage return in a value': head('GET / HTTP/1.1', 'Host: a.test', 'X: a\rY: b'),
  'a body by length': `${head('GET / HTTP/1.1', 'Host: a.test', 'Content-Length: 1')}x`,
  'a length of nothing': head('GET / HTTP/1.1', 'Host: a.test', 'Content-Length: 0'),
  'a body in chunks': head('GET / HTTP/1.1', 'Host: a.test', 'Transfer-Encoding: chunked'),
  'an upgrade': head('GET / HTTP/1.1', 'Host: a.test', 'Connection: Upgrade', 'Upgrade: x'),
  'a last request': head('GET / HTTP/1.1', 'Host: a.test', 'Connection: close'),
  'a pipeline': head('GET / HTTP/1.1', 'Host: a.test').repeat(2),
  'an unfinished head': 'GET / HTTP/1.1\r\nHost: a.test\r\n',
  'a name that is none': head('GET / HTTP/1.1', 'Host: a.test', '__proto__: 1'),
  'a long head': head('GET / HTTP/1.1', 'Host: a.test', `X: ${'x'.repeat(9000)}`),
  nothing: '',
  'an empty line before': `\r\n${head('GET / HTTP/1.1', 'Host: a.test')}`,
};

suite('parsing on the fast path', () => {
  test("leaves unusual requests to Node's parser", () => {
    for (const [what, text] of Object.entries(NOT_PLAIN)) assert.equal(read(text), null, what);
  });

  test("gives the same URL and headers as Node's parser", async () => {
    const server = createServer((request, response) => {
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const text of PLAIN) {
      const plain = read(text);
      assert.ok(plain, text);
      const [, body = ''] = (await talk(port, [text])).split('\r\n\r\n');
      assert.deepEqual(JSON.parse(JSON.stringify(plain)), JSON.parse(body), text);
    }
    server.closeAllConnections();
    server.close();
  });
});

/** Writes pieces one turn after another, and answers all that came back: `answers` of them, or until the end. */
async function talk(port: number, pieces: readonly string[], answers = 1): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const closed = once(socket, 'close');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (statuses(answer).length >= answers) socket.end();
  });
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await pause(5, 'each comes in a packet of its own');
  }
  await closed;
  return answer;
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

suite('connections on the fast path', () => {
  test('answer in turn and pass to Node with the first request that is not plain', async () => {
    const { port } = await useServer();
    const project = await newProject();
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    const health = head('GET /health HTTP/1.1', 'Host: api.test');
    const answer = await talk(port, [visit, visit, health, visit], 4);
    assert.deepEqual(statuses(answer), [302, 302, 200, 302]);
    assert.match(answer, /^date: \w{3}, \d{2} \w{3} \d{4} /im);
    assert.match(answer, /^content-length: 0\r$/im);
    assert.equal((await statsOf(project, link.id)).bots, 3);
  });

  test('answer pipelined requests in order', async () => {
    const { port } = await useServer();
    const project = await newProject();
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    const nowhere = head('GET /nothing-is-here HTTP/1.1', `Host: ${project.host}`);
    assert.deepEqual(statuses(await talk(port, [visit + nowhere + visit], 3)), [302, 404, 302]);
    // The second comes while the first is still being written.
    const [first, second] = [visit + nowhere.slice(0, 30), nowhere.slice(30) + visit];
    assert.deepEqual(statuses(await talk(port, [first, second], 3)), [302, 404, 302]);
  });

  test('hold requests back while an answer is in progress', async () => {
    const { port } = await useServer();
    const project = await newProject();
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    const answer = await talk(port, [visit, visit, visit + visit, visit], 5);
    assert.deepEqual(statuses(answer), [302, 302, 302, 302, 302]);
  });

  test('answer split heads, malformed heads and pages', async () => {
    const { port } = await useServer();
    const project = await newProject();
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    assert.deepEqual(statuses(await talk(port, [visit.slice(0, 9), visit.slice(9)])), [302]);
    assert.deepEqual(statuses(await talk(port, ['GET /\x01 HTTP/1.1\r\n\r\n'])), [400]);
    const nowhere = await talk(port, [head('GET /no HTTP/1.1', `Host: ${project.host}`)]);
    const length = Number(/^content-length: (\d+)\r$/im.exec(nowhere)?.[1]);
    assert.equal(nowhere.split('\r\n\r\n')[1]?.length, length);
    assert.ok(length > 100);
  });

  test('answer a half-closed client and survive a reset one', async () => {
    const { port } = await useServer();
    const project = await newProject();
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.end(visit);
    await closed;
    assert.deepEqual(statuses(answer), [302]);
    const gone = connect(port, '127.0.0.1');
    await once(gone, 'connect');
    gone.write(visit, () => gone.resetAndDestroy());
    assert.deepEqual(statuses(await talk(port, [visit])), [302]);
  });
});
