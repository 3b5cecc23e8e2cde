import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { Client } from 'pg';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { PRODUCT_ADMIN_TOKEN, startProduct } from '../support/product.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { until } from '../support/until.ts';
import { ADMIN_TOKEN, startServer } from '../support/useServer.ts';

const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** The value of a line such as `name{label="value"} 3`; 0 where it is not there. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

let pair: ReturnType<typeof startPair> | undefined;
const usePair = () => (pair ??= startPair());

/** One for both tests of two processes: neither counts what the other asks. */
async function startPair() {
  const port = String(await findFreePort());
  const product = await startProduct({ PROCESSES: '2', METRICS_PORT: port });
  const metrics = `http://127.0.0.1:${port}`;
  await readBoth(metrics);
  return { product, metrics };
}

/** The sum over both processes: one that still starts, or is slow to answer, is left out. */
async function readBoth(metrics: string): Promise<string> {
  let text = '';
  await until('both processes are there', async () => {
    const reply = await fetch(`${metrics}/metrics`, { headers: { connection: 'close' } });
    assert.equal(reply.status, 200);
    text = await reply.text();
    return valueOf(text, 'fairlead_processes') === 2;
  });
  return text;
}

describe('GET /metrics (Rule: surfaces)', () => {
  test('counts answers of the API and of links, and stored clicks', async () => {
    // One server of its own: others count into theirs.
    const server = await startServer();
    const project = await newProject({}, server);
    const link = await newLink(project);
    const { host } = new URL(link.shortUrl);
    for (const [path, status] of [
      [`/${link.slug}`, 302],
      [`/${link.slug}`, 302],
      ['/nothing', 404],
    ] as const) {
      const headers = { host, 'user-agent': USER_AGENTS.desktop };
      assert.equal((await send({ path, headers, port: server.port })).status, status);
    }
    const reply = await send({ path: '/metrics', headers: OPERATOR, port: server.port });
    assert.equal(reply.status, 200);
    assert.match(reply.headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
    const value = (series: string) => valueOf(reply.text, series);
    assert.equal(value('fairlead_api_answers_total{operation="createLink",status="201"}'), 1);
    assert.equal(value('fairlead_visit_answers_total{status="302"}'), 2);
    assert.equal(value('fairlead_visit_answers_total{status="404"}'), 1);
    assert.equal(value('fairlead_clicks_stored_total'), 2);
    assert.equal(value('fairlead_click_write_seconds_count'), 2);
    assert.equal(value('fairlead_clicks_unanswered{state="waiting"}'), 0);
    await server.app.ledger.loaded();
    const later = await send({ path: '/metrics', headers: OPERATOR, port: server.port });
    assert.equal(valueOf(later.text, 'fairlead_journal_records_loaded_total'), 2);
    for (const state of ['records', 'bytes', 'seconds']) {
      assert.equal(valueOf(later.text, `fairlead_journal_backlog{state="${state}"}`), 0);
    }
    assert.ok(value('fairlead_database_connections{state="idle"}') > 0);
  });

  test('requires the ADMIN_TOKEN even from the local machine', async () => {
    for (const more of [{}, { 'x-forwarded-for': '203.0.113.9' }]) {
      const headers = { host: 'api.test', ...more };
      assert.equal((await send({ path: '/metrics', headers })).status, 401);
      const wrong = { ...headers, authorization: 'Bearer wrong' };
      assert.equal((await send({ path: '/metrics', headers: wrong })).status, 401);
      const right = { ...headers, ...OPERATOR };
      assert.equal((await send({ path: '/metrics', headers: right })).status, 200);
    }
  });

  test('is not served on link domains and does not reveal projects', async () => {
    const project = await newProject();
    const { host } = new URL((await newLink(project)).shortUrl);
    assert.equal((await visit(host, '/metrics')).status, 404);
    const { text } = await send({ path: '/metrics', headers: OPERATOR });
    assert.ok(!text.includes(host) && !text.includes(project.project.id));
  });

  test('the age of the backlog is that of its oldest record, however many processes there are', async (t) => {
    const { origin, appKey, connectionString } = (await usePair()).product;
    const call = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
    const fallbackUrl = 'https://example.com';
    const link = bodyOf(
      await call(operations.createLink, { body: { type: 'unified', fallbackUrl } }),
      201,
    );
    const { host, pathname: path } = new URL(link.shortUrl);
    const read = async () => {
      const authorization = `Bearer ${PRODUCT_ADMIN_TOKEN}`;
      const headers = { authorization, connection: 'close' };
      const reply = await fetch(`${origin}/metrics`, { headers }).catch(() => undefined);
      return reply?.ok ? await reply.text() : '';
    };
    const backlogOf = (text: string, state: string) =>
      valueOf(text, `fairlead_journal_backlog{state="${state}"}`);
    const locker = new Client({ connectionString });
    await locker.connect();
    // Whatever happens, or nothing could close.
    t.after(() => locker.end());
    await locker.query('begin; lock table journals in access exclusive mode');
    const begun = Date.now();
    // Until each of both has some, on new connections.
    let text = '';
    const state = () => text.match(/^fairlead_(processes|journal_backlog).*/gmu) ?? 'no answer';
    await until(state, async () => {
      const headers = { host, connection: 'close', 'user-agent': USER_AGENTS.desktop };
      await send({ port: Number(new URL(origin).port), path, headers });
      text = await read();
      return valueOf(text, 'fairlead_processes') === 2 && backlogOf(text, 'seconds') > 3;
    });
    assert.ok(backlogOf(text, 'seconds') <= (Date.now() - begun) / 1000, text);
  });

  test('METRICS_PORT needs no credentials and sums over all processes', async () => {
    const { product, metrics } = await usePair();
    const { origin } = product;
    const headers = { connection: 'close' };
    const asked = 20;
    let answered = 0;
    await until('all are answered', async () => {
      const reply = await fetch(`${origin}/health`, { headers }).catch(() => undefined);
      if (reply?.ok) answered += 1;
      return answered === asked;
    });
    const text = await readBoth(metrics);
    const health = 'fairlead_api_answers_total{operation="getHealth",status="200"}';
    assert.equal(valueOf(text, health), asked);
    assert.match(text, /^process_resident_memory_bytes \d+/m);
    // Only the numbers are there without a credential.
    assert.equal((await fetch(`${metrics}/v1/health`)).status, 404);
    assert.equal((await fetch(`${origin}/metrics`)).status, 401);
  });
});
