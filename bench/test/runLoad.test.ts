import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { buildRequest } from '../src/load/buildRequest.ts';
import { type LoadPlan, type LoadResult, runLoad } from '../src/load/runLoad.ts';
import { findFreePort } from '../src/targets/findFreePort.ts';

const PATHS = ['/a', '/b', '/c', '/d'];

/** After so many answers the server ends a connection, and with the last connection a load is over. */
const ANSWERS = 20;

/**
 * Runs a load against a server, until that has ended every connection, and tells what the server itself
 * counted by path. No clock ends it, so that it says the same on a busy machine.
 */
async function loadServer(
  answer: RequestListener,
  plan: Partial<LoadPlan>,
): Promise<{ result: LoadResult; seen: number[] }> {
  const seen = PATHS.map(() => 0);
  const server = createServer((request, response) => {
    const index = PATHS.indexOf(request.url ?? '');
    seen[index] = (seen[index] ?? 0) + 1;
    answer(request, response);
  });
  server.maxRequestsPerSocket = ANSWERS;
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    const requests = PATHS.map((path) => buildRequest(path, { Host: 'x.localhost' }));
    const base = { host: '127.0.0.1', port, connections: 4, seconds: 3600, requests };
    const result = await runLoad({ ...base, pinned: false, reconnect: false, ...plan });
    return { result, seen };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

suite('load generator', () => {
  test('counts the same answers as the server, request by request', async () => {
    const { result, seen } = await loadServer((_, response) => {
      setImmediate(() => response.writeHead(302, { 'Content-Length': 0 }).end());
    }, {});
    assert.deepEqual([...result.answeredByRequest], seen);
    assert.equal(result.answered, 4 * ANSWERS);
    assert.deepEqual(result.statuses, { 302: result.answered });
    assert.deepEqual([...result.unansweredByRequest], [0, 0, 0, 0]);
    assert.deepEqual(result.errors, []);
  });

  test('sends one request per connection when pinned', async () => {
    const { result, seen } = await loadServer((_, response) => void response.writeHead(204).end(), {
      pinned: true,
      connections: 2,
    });
    assert.deepEqual([...result.answeredByRequest], seen);
    assert.deepEqual(seen.slice(2), [0, 0]);
    assert.deepEqual(seen.slice(0, 2), [ANSWERS, ANSWERS]);
  });

  test('counts a request as unanswered when its connection breaks', async () => {
    const { result } = await loadServer((request) => void request.socket.destroy(), {
      connections: 4,
    });
    assert.equal(result.answered, 0);
    assert.deepEqual([...result.unansweredByRequest], [1, 1, 1, 1]);
  });

  test('counts an error response by its status, not as an answer', async () => {
    const { result, seen } = await loadServer(
      (_, response) => void response.writeHead(503, { 'Content-Length': 0 }).end(),
      {},
    );
    assert.equal(result.answered, 0);
    assert.deepEqual([...result.unansweredByRequest], seen);
    assert.deepEqual(result.statuses, { 503: 4 * ANSWERS });
  });

  test('waits for late answers after the deadline and sends nothing more', async () => {
    let time = 0;
    const waiting: ServerResponse[] = [];
    const { result, seen } = await loadServer(
      (_, response) => {
        if (waiting.push(response) < 4) return;
        time = 1001;
        for (const each of waiting) each.writeHead(200, { 'Content-Length': 0 }).end();
      },
      { seconds: 1, now: () => time },
    );
    assert.equal(result.answered, 4);
    assert.equal(result.inTime, 0);
    assert.deepEqual(seen, [1, 1, 1, 1]);
  });
});
