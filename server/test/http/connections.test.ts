import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { createHttpServer, type HttpServer } from '#faces/http/server/createHttpServer.ts';
import type { Front } from '#faces/http/server/inFrontOf.ts';
import type { FrontResponse } from '#platform/lib/web/exchange.ts';
import { newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { startServer, useServer } from '../support/useServer.ts';
import { pause } from '../support/pause.ts';
import { until } from '../support/until.ts';

const PATHS = [
  ['plain', 'on'],
  ["node's", 'off'],
] as const;

/** After which a client that accepts nothing is disconnected, where a test waits for that. */
const IDLE_MS = 300;

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const PLAIN = head('GET /x HTTP/1.1', 'Host: a.test');

interface Listening extends HttpServer {
  readonly port: number;
}

/** A server that leaves every request to `front`, on the plain path or without it. */
async function listen(
  context: TestContext,
  fastPath: 'on' | 'off',
  front: Front,
  idleMs?: number,
): Promise<Listening> {
  const { app } = await useServer();
  const made = await createHttpServer({
    app: { ...app, config: { ...app.config, fastPath: fastPath === 'on' } },
    routes: [],
    front,
    ...(idleMs !== undefined && { idleMs }),
  });
  made.server.listen({ port: 0, host: '127.0.0.1' });
  await once(made.server, 'listening');
  const { port } = made.server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= made.close());
  context.after(close);
  return { server: made.server, port, close };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function answer(response: FrontResponse, body: string | Buffer = ''): void {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** By whatever side and in whatever way. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** All that comes until the server ends the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await closed(socket);
  return text;
}

// The kernel takes its time to be full; both wait for it together.
suite('a client that sends and never reads', { concurrency: true }, () => {
  for (const [path, fastPath] of PATHS) {
    test(`is no longer read and then disconnected: ${path} path`, async (t) => {
      const page = Buffer.alloc(64 * 1024, 'x');
      let taken = 0;
      const front: Front = (_request, _facts, response) => {
        taken += 1;
        answer(response, page);
        return true;
      };
      const { port } = await listen(t, fastPath, front, IDLE_MS);
      const socket = await open(port);
      t.after(() => socket.destroy());
      socket.pause();
      const gone = closed(socket);
      let sent = 0;
      // Each is sent when the one before has been carried out: several in one packet are never plain.
      for (let idle = 0; idle < 30 && sent < 2000 && !socket.destroyed;) {
        if (taken === sent) {
          socket.write(PLAIN);
          sent += 1;
          idle = 0;
        }
        await new Promise((done) => setImmediate(done));
        if (taken < sent) await pause((idle += 1), 'the kernel fills its buffers');
      }
      // What the kernel holds for both sides, and one answer more.
      assert.ok(taken < 400, `${taken} of ${sent} requests were carried out`);
      // A paused socket does not notice that the other side has gone, until it sends; and while it sends it is not idle.
      const gap = { everyMs: 3 * IDLE_MS };
      const isGone = () => {
        socket.write(PLAIN);
        return socket.destroyed;
      };
      await until('it is disconnected', isGone, gap);
      await gone;
    });
  }

  test('gets every answer on the same connection if it reads after all', async (t) => {
    const page = Buffer.alloc(1024 * 1024, 'x');
    const front: Front = (_request, _facts, response) => {
      answer(response, page);
      return true;
    };
    const { port } = await listen(t, 'on', front);
    const socket = await open(port);
    socket.pause();
    const pages = 12;
    for (let sent = 0; sent < pages; sent += 1) {
      await new Promise((done) => socket.write(PLAIN, done));
      await pause(5, 'each comes in a packet of its own');
    }
    let bytes = 0;
    socket.on('data', (part) => {
      bytes += part.length;
      if (bytes >= pages * page.length) socket.end();
    });
    socket.resume();
    await closed(socket);
    assert.ok(bytes >= pages * page.length);
  });
});

suite('requests that come while an answer is in progress', () => {
  test('keep their order, whether they came in one packet or in several', async (t) => {
    const seen: (string | undefined)[] = [];
    const gate = Promise.withResolvers<void>();
    const front: Front = async (request, _facts, response) => {
      seen.push(request.url);
      if (request.url === '/1') await gate.promise;
      answer(response);
      return true;
    };
    const { port } = await listen(t, 'on', front);
    const socket = await open(port);
    for (const path of ['/1', '/2', '/3', '/4']) {
      socket.write(head(`GET ${path} HTTP/1.1`, 'Host: a.test'));
      await pause(20, 'each comes in a packet of its own');
    }
    assert.deepEqual(seen, ['/1']);
    const all = new Promise<void>((resolve) => {
      let text = '';
      socket.on('data', (part: Buffer) => {
        text += part.toString('latin1');
        if (text.match(/HTTP\/1\.1 200/g)?.length === 4) resolve();
      });
    });
    gate.resolve();
    await all;
    assert.deepEqual(seen, ['/1', '/2', '/3', '/4']);
    socket.destroy();
  });
});

suite('an endless pipeline of requests', () => {
  test('is answered in part, and the last answer closes the connection', async (t) => {
    let taken = 0;
    const front: Front = (_request, _facts, response) => {
      taken += 1;
      setImmediate(() => answer(response));
      return true;
    };
    const { port } = await listen(t, 'off', front);
    const socket = await open(port);
    socket.write(PLAIN.repeat(500));
    const text = await readToEnd(socket);
    const answers = text.match(/HTTP\/1\.1 200/g)?.length;
    assert.equal(answers, taken);
    assert.ok(taken < 500);
    assert.equal(text.match(/connection: close/gi)?.length, 1);
  });

  for (const [path, fastPath] of PATHS) {
    test(`is parsed no further than a few requests past its limit: ${path} path`, async (t) => {
      const front: Front = (_request, _facts, response) => {
        setImmediate(() => answer(response));
        return true;
      };
      const { port, server } = await listen(t, fastPath, front);
      let read = 0;
      server.on('request', () => (read += 1));
      const socket = await open(port);
      // Two chunks of what a socket reads at once.
      socket.write(PLAIN.repeat(4000));
      await readToEnd(socket);
      assert.ok(read >= 16 && read < 200, `${read} requests were read`);
    });
  }

  test('is disconnected when the client never reads the answers', async (t) => {
    const page = Buffer.alloc(64 * 1024, 'x');
    const front: Front = (_request, _facts, response) => {
      setImmediate(() => answer(response, page));
      return true;
    };
    const { port } = await listen(t, 'off', front);
    const socket = await open(port);
    socket.pause();
    const gone = closed(socket);
    let sent = 0;
    // A million at most: far more than the kernel holds for both sides.
    while (sent < 1_000_000 && !socket.destroyed) {
      await new Promise((done) => socket.write(PLAIN.repeat(500), done));
      sent += 500;
    }
    await gone;
    assert.ok(sent < 1_000_000, `${sent} requests were read`);
  });
});

suite('ambiguous or oversized request heads', () => {
  const small = Array.from({ length: 1000 }, (_, number) => `a${number}:1`);
  const bad: Record<string, [text: string, status: number, code: string]> = {
    'a doubled Host': [
      head('GET /x HTTP/1.1', 'Host: a.test', 'Host: b.test'),
      400,
      'VALIDATION_ERROR',
    ],
    'a Host in two cases': [
      head('GET /x HTTP/1.1', 'host: a.test', 'HOST: a.test'),
      400,
      'VALIDATION_ERROR',
    ],
    'no Host': [head('GET /x HTTP/1.1', 'Accept: */*'), 400, 'VALIDATION_ERROR'],
    'a thousand small headers': [
      head('GET /x HTTP/1.1', 'Host: a.test', ...small),
      431,
      'HEADERS_TOO_LARGE',
    ],
    'headers of 40 KB': [
      head('GET /x HTTP/1.1', 'Host: a.test', `X: ${'x'.repeat(40_000)}`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    'what is no HTTP': ['GET /\x01 HTTP/1.1\r\n\r\n', 400, 'VALIDATION_ERROR'],
  };

  for (const [path, fastPath] of PATHS) {
    test(`are refused with a stable code and a request id: ${path} path`, async (t) => {
      let taken = 0;
      const { port } = await listen(t, fastPath, (_request, _facts, response) => {
        taken += 1;
        answer(response);
        return true;
      });
      for (const [what, [text, status, code]] of Object.entries(bad)) {
        const socket = await open(port);
        socket.write(text, 'latin1');
        const reply = await readToEnd(socket);
        const [lines = '', body = ''] = reply.split('\r\n\r\n');
        assert.match(lines, new RegExp(`^HTTP/1\\.1 ${status} `), `${what}: ${reply}`);
        assert.match(lines, /^x-request-id: [0-9a-f-]{36}\r?$/im, what);
        assert.match(lines, /^connection: close\r?$/im, what);
        const { statusCode, error, message } = JSON.parse(body);
        assert.deepEqual({ statusCode, error }, { statusCode: status, error: code }, what);
        assert.ok(message.length > 10, what);
      }
      assert.equal(taken, 0);
    });

    test(`do not include one with 150 headers: ${path} path`, async (t) => {
      const front: Front = (request, _facts, response) => {
        answer(response, String(request.headers['a149']));
        return true;
      };
      const { port } = await listen(t, fastPath, front);
      const socket = await open(port);
      socket.write(head('GET /x HTTP/1.1', 'Host: a.test', ...small.slice(0, 150)));
      socket.setEncoding('latin1');
      const [reply] = (await once(socket, 'data')) as [string];
      assert.match(reply, /^HTTP\/1\.1 200 [^]*\r\n\r\n1$/);
      socket.destroy();
    });
  }

  test('do not overtake the answer in progress', async (t) => {
    const { promise, resolve } = Promise.withResolvers<FrontResponse>();
    const front: Front = (_request, _facts, response) => {
      resolve(response);
      return true;
    };
    const { port } = await listen(t, 'off', front);
    const socket = await open(port);
    socket.write(PLAIN);
    const response = await promise;
    socket.write('nonsense\r\n\r\n');
    const text = readToEnd(socket);
    await pause(20, 'the second request comes before the first is answered');
    answer(response, 'first');
    assert.match(await text, /^HTTP\/1\.1 200 [^]*connection: close[^]*\r\n\r\nfirst$/i);
  });
});

suite('stopping the HTTP server', () => {
  for (const [path, fastPath] of PATHS) {
    test(`the answer in progress closes the connection, and later requests are not processed: ${path} path`, async (t) => {
      const responses: FrontResponse[] = [];
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const front: Front = (_request, _facts, response) => {
        responses.push(response);
        begin();
        return true;
      };
      const server = await listen(t, fastPath, front);
      const socket = await open(server.port);
      socket.write(PLAIN);
      await begun;
      const stopped = server.close();
      const text = readToEnd(socket);
      socket.write(PLAIN);
      await pause(20, 'the second request comes before the first is answered');
      answer(responses[0]!, 'last');
      assert.match(await text, /^HTTP\/1\.1 200 [^]*connection: close[^]*\r\n\r\nlast$/i);
      await stopped;
      assert.equal(responses.length, 1);
    });

    test(`an idle connection is closed, and what it sends is not processed: ${path} path`, async (t) => {
      let taken = 0;
      const front: Front = (_request, _facts, response) => {
        taken += 1;
        answer(response, 'one');
        return true;
      };
      const server = await listen(t, fastPath, front);
      const socket = await open(server.port);
      socket.write(PLAIN);
      await once(socket, 'data');
      const stopped = server.close();
      // Sent before the end can have been read.
      socket.write(PLAIN);
      await readToEnd(socket);
      await stopped;
      assert.equal(taken, 1);
    });
  }
});

suite('FAST_PATH=off', () => {
  test('serves links and the API as usual', async () => {
    const server = await startServer({ FAST_PATH: 'off' });
    assert.equal(server.app.config.fastPath, false);
    const project = await newProject({}, server);
    const link = await newLink(project);
    const visit = head(`GET /${link.slug} HTTP/1.1`, `Host: ${project.host}`);
    const last = head('GET /health HTTP/1.1', 'Host: api.test', 'Connection: close');
    const socket = await open(server.port);
    socket.write(visit + visit + last);
    const text = await readToEnd(socket);
    assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d{3}/g), ['302', '302', '200']);
    assert.equal((await statsOf(project, link.id)).bots, 2);
  });
});
