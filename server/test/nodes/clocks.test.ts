import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { makeEmptyDatabase } from '../support/database.ts';
import { query } from '../support/embeddedDatabase.ts';
import { endings } from '../support/run/endings.ts';
import { mailsIn } from '../support/outside/mails.ts';
import { bodyOf } from '../support/callers/person.ts';
import { iphone, newAddress } from '../support/callers/phones.ts';
import { send } from '../support/callers/request.ts';
import { until } from '../support/until.ts';
import { ADMIN_TOKEN, makeNode, type ServerNode } from './startNode.ts';

const HOST = 'clocks.localhost';
const WRONG_MS = 90_000;
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'shiftClock.ts')).href;

type Call = ReturnType<typeof createClient>;

/** A node whose clock is wrong by so much, and clients of it. */
interface Clocked {
  readonly node: ServerNode;
  readonly call: Call;
  readonly owner: Call;
}

interface Cluster {
  readonly ahead: Clocked;
  readonly behind: Clocked;
  readonly nodes: readonly Clocked[];
  readonly database: string;
  readonly shared: string;
  readonly projectId: string;
  readonly userEmail: string;
  readonly makeLink: (slug: string) => Promise<string>;
}

let opened: Promise<Cluster> | undefined;
const useCluster = () => (opened ??= openCluster());

/** One is ahead of the database by 90 seconds, the other behind it. */
async function openCluster(): Promise<Cluster> {
  const shared = await mkdtemp(join(tmpdir(), 'fairlead-clocks-'));
  endings.defer(() => rm(shared, { recursive: true, force: true }));
  const database = await makeEmptyDatabase();
  const started = await Promise.all(
    [WRONG_MS, -WRONG_MS].map(async (shift) => {
      const node = await makeNode({ database, shared }, 'links,api,jobs', {
        NODE_OPTIONS: `--import ${PRELOAD}`,
        CLOCK_SHIFT_MS: String(shift),
        TRUST_PROXY: '127.0.0.1',
      });
      await node.start();
      const { timestamp } = (await (await fetch(`${node.origin}/health`)).json()) as {
        timestamp: string;
      };
      assert.ok(Math.abs(Date.parse(timestamp) - Date.now() - shift) < 30_000, timestamp);
      return node;
    }),
  );
  const clientOf = (node: ServerNode, base: string, headers: Record<string, string>) =>
    createClient({ baseUrl: `${node.origin}${base}`, headers });
  const operator = clientOf(started[0]!, '/api/v1', { authorization: `Bearer ${ADMIN_TOKEN}` });
  const body = { name: 'Clocks', domain: HOST, plan: 'business' } as const;
  const made = bodyOf(await operator(operations.provision, { body }), 201);
  const nodes = started.map((node) => ({
    node,
    call: clientOf(node, '/v1', { 'x-app-key': made.appKey }),
    owner: clientOf(node, '/api/v1', { authorization: `Bearer ${made.sessionToken}` }),
  }));
  const [ahead, behind] = nodes;
  return {
    ahead: ahead!,
    behind: behind!,
    nodes,
    database,
    shared,
    projectId: made.projectId,
    userEmail: made.userEmail,
    async makeLink(slug) {
      const link = { type: 'unified', slug, fallbackUrl: `https://example.com/${slug}` } as const;
      return bodyOf(await behind!.call(operations.createLink, { body: link }), 201).id;
    },
  };
}

describe('nodes whose clocks are wrong by 90 seconds, one ahead and one behind', () => {
  test('store every answered click once, and count it everywhere', async () => {
    const { nodes, database, projectId, makeLink } = await useCluster();
    const id = await makeLink('counted');
    const answered: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      for (const { node } of nodes) {
        const { status, requestId } = await node.ask('/counted', HOST);
        assert.equal(status, 302);
        answered.push(requestId!);
      }
    }
    for (const { call, owner } of nodes) {
      const clicks = async () =>
        bodyOf(await call(operations.getLinkStats, { params: { id } }), 200).clicks;
      await until('all clicks are counted', async () => (await clicks()) >= answered.length);
      assert.equal(await clicks(), answered.length);
      const before = Date.now();
      // Open at its end, so that it includes what one clock says is still to come.
      const range = { from: iso(-DAY_MS), to: iso(DAY_MS) };
      const numbers = bodyOf(
        await owner(operations.getProjectAnalytics, { params: { projectId }, query: range }),
        200,
      );
      assert.equal(numbers.totals.clicks, answered.length);
      // On the database's clock, and never more than is certain.
      assert.ok(Date.parse(numbers.exactUntil) <= Date.now());
      assert.ok(Date.parse(numbers.exactUntil) >= before - WRONG_MS - 30_000);
    }
    const ahead = await query(
      { connectionString: database },
      'select from journals where loaded_until > clock_timestamp()',
    );
    assert.deepEqual(ahead, []);
    const rows = await query<{ id: string }>(
      { connectionString: database },
      `select clicks.id from clicks join links on links.key = link_key where slug = 'counted'`,
    );
    assert.deepEqual(rows.map((row) => row.id).toSorted(), answered.toSorted());
  });

  test("a click ahead of the database's clock is in totals at once, and not yet in numbers up to now", async () => {
    const { ahead, behind, nodes, projectId, makeLink } = await useCluster();
    const id = await makeLink('early');
    assert.equal((await ahead.node.ask('/early', HOST)).status, 302);
    const total = async ({ call }: Clocked) =>
      bodyOf(await call(operations.getLinkStats, { params: { id } }), 200).clicks;
    await until('the click is loaded', async () => (await total(behind)) === 1, { everyMs: 100 });
    const params = { projectId, linkId: id };
    for (const { owner } of nodes) {
      const count = async (range: { from?: string; to?: string }) =>
        bodyOf(await owner(operations.getLinkAnalytics, { params, query: range }), 200).totals
          .clicks;
      assert.equal(await count({}), 0);
      assert.equal(await count({ from: iso(-DAY_MS), to: iso(DAY_MS) }), 1);
    }
  });

  test('changes made on one take effect on the other', async () => {
    const { nodes, ahead, behind, makeLink } = await useCluster();
    const id = await makeLink('changed');
    for (const [changing, following] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      for (const { node } of nodes) assert.equal((await node.ask('/changed', HOST)).status, 302);
      const fallbackUrl = `https://example.com/${randomUUID()}`;
      bodyOf(
        await changing.call(operations.updateLink, { params: { id }, body: { fallbackUrl } }),
        200,
      );
      await until(
        'the change',
        async () => (await following.node.ask('/changed', HOST)).location === fallbackUrl,
        { everyMs: 5 },
      );
    }
  });

  test('a session started on one ends on the other, and never lasts less than nothing', async () => {
    const { ahead, behind, database } = await useCluster();
    for (const [starting, ending] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const body = { installationId: randomUUID() };
      const started = bodyOf(await starting.call(operations.bootstrap, { body }), 201);
      const { sessionId, installationToken } = started;
      // Its token was issued at a time that the other clock has not reached.
      const headers = { 'x-installation-token': installationToken };
      bodyOf(await ending.call(operations.endSession, { params: { sessionId }, headers }), 200);
      const rows = await query<{ state: string; seconds: number }>(
        { connectionString: database },
        `select state, extract(epoch from ended_at - started_at)::float8 as seconds
         from sessions where id = '${sessionId}'`,
      );
      assert.equal(rows[0]?.state, 'ended');
      assert.ok(rows[0].seconds >= 0);
    }
  });

  test('an install is matched to its click on the other node, once', async () => {
    const { ahead, behind, makeLink } = await useCluster();
    await makeLink('app');
    for (const [clicked, opening] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const phone = iphone();
      const { status } = await send({
        port: portOf(clicked.node),
        path: '/app',
        headers: {
          host: HOST,
          'user-agent': phone.userAgent,
          'accept-language': phone.acceptLanguage,
          'x-forwarded-for': phone.address,
        },
      });
      assert.equal(status, 302);
      const match = async ({ call }: Clocked) => {
        const body = { fingerprint: phone.fingerprint };
        const headers = { 'x-forwarded-for': phone.address };
        return bodyOf(await call(operations.matchDeferred, { body, headers }), 200);
      };
      // Slowly: every try is charged to a budget.
      const isMatched = async () => (await match(opening)).data !== null;
      await until('it is matched', isMatched, { everyMs: 250 });
      assert.equal((await match(clicked)).data, null);
    }
  });

  test('jobs are done once, and the URLs in their mails are valid everywhere', async () => {
    const { nodes, projectId, userEmail, shared } = await useCluster();
    const ids: string[] = [];
    for (const { owner } of nodes) {
      for (let count = 0; count < 3; count += 1) {
        const reply = await owner(operations.startExport, { params: { projectId }, body: {} });
        ids.push(bodyOf(reply, 202).data.jobId);
      }
    }
    const mails = await mailsIn(shared, userEmail, ids.length);
    assert.equal(mails.length, ids.length);
    for (const jobId of ids) {
      for (const { owner } of nodes) {
        const job = await owner(operations.getExport, { params: { projectId, jobId } });
        const { status, downloadUrl = '' } = bodyOf(job, 200).data;
        assert.equal(status, 'completed');
        const { pathname, search } = new URL(downloadUrl);
        for (const { node } of nodes) {
          assert.equal((await node.ask(`${pathname}${search}`)).status, 200);
        }
      }
    }
  });

  test('rate limits are shared', async () => {
    const { ahead, behind } = await useCluster();
    const { requests } = RATE_LIMITS.public;
    const address = newAddress();
    let answered = 0;
    for (let asked = 0; asked < 2 * requests; asked += 1) {
      const { node } = [ahead, behind][asked % 2]!;
      const { status } = await send({
        port: portOf(node),
        path: '/v1/subscriptions/plans',
        headers: { host: 'nodes.localhost', 'x-forwarded-for': address },
      });
      assert.ok(status === 200 || status === 429, String(status));
      if (status === 200) answered += 1;
    }
    assert.ok(Math.abs(answered - requests) <= requests / 10, `${answered} of ${requests}`);
  });

  test('totals equal a recount at the end', async () => {
    const { ahead } = await useCluster();
    const operator = createClient({
      baseUrl: `${ahead.node.origin}/api/v1`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    assert.equal(bodyOf(await operator(operations.rebuildAnalytics, {}), 200).corrected, 0);
  });
});

const DAY_MS = 24 * 3600 * 1000;

function iso(fromNow: number): string {
  return new Date(Date.now() + fromNow).toISOString();
}

function portOf({ origin }: ServerNode): number {
  return Number(new URL(origin).port);
}
