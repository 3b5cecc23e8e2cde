import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { makeEmptyDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { mailsIn } from '../support/outside/mails.ts';
import { bodyOf } from '../support/callers/person.ts';
import { spawnServer } from '../support/spawnServer.ts';
import {
  ADMIN_TOKEN,
  type Installation,
  makeNode,
  type ServerNode,
  SHARED_SECRET,
} from './startNode.ts';
import { until } from '../support/until.ts';
import { pause } from '../support/pause.ts';
import { query } from '../support/embeddedDatabase.ts';

const HOST = 'nodes-of-one-database.localhost';
/** A change is seen within a second; a machine with other work to do gets more. Without the changes it would take 30 s. */
const SEEN = { everyMs: 5 };

interface Cluster {
  readonly links: readonly [ServerNode, ServerNode];
  readonly api: ServerNode;
  readonly jobs: ServerNode;
  /** A second node of API and jobs. */
  readonly second: ServerNode;
  readonly installation: Installation;
  readonly projectId: string;
  readonly userEmail: string;
  /** Calls with the project's secret key, of the owner, and without any credential. */
  readonly call: ReturnType<typeof createClient>;
  readonly owner: ReturnType<typeof createClient>;
  readonly makeLink: (slug: string) => Promise<string>;
}

let opened: Promise<Cluster> | undefined;
const useCluster = () => (opened ??= openCluster());

/** All of them start at once on an empty database. */
async function openCluster(): Promise<Cluster> {
  const shared = await mkdtemp(join(tmpdir(), 'fairlead-nodes-'));
  endings.defer(() => rm(shared, { recursive: true, force: true }));
  const installation = { database: await makeEmptyDatabase(), shared };
  // Far longer than the balancer below takes to notice, also on a busy machine.
  const linkNode = () => makeNode(installation, 'links', { DRAIN_SECONDS: '10' });
  const links = [await linkNode(), await linkNode()] as const;
  const api = await makeNode(installation, 'api');
  const jobs = await makeNode(installation, 'jobs');
  const second = await makeNode(installation, 'api,jobs');
  const nodes = [...links, api, jobs, second];
  await Promise.all(nodes.map((node) => node.start()));
  // At once, since each takes its time to drain.
  endings.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const clientOf = (base: string, headers: Record<string, string>) =>
    createClient({ baseUrl: `${api.origin}${base}`, headers });
  const operator = clientOf('/api/v1', { authorization: `Bearer ${ADMIN_TOKEN}` });
  const body = { name: 'Nodes', domain: HOST, plan: 'business' } as const;
  const made = bodyOf(await operator(operations.provision, { body }), 201);
  const call = clientOf('/v1', { 'x-app-key': made.appKey });
  return {
    links,
    api,
    jobs,
    second,
    installation,
    projectId: made.projectId,
    userEmail: made.userEmail,
    call,
    owner: clientOf('/api/v1', { authorization: `Bearer ${made.sessionToken}` }),
    async makeLink(slug) {
      const link = { type: 'unified', slug, fallbackUrl: `https://example.com/${slug}` } as const;
      return bodyOf(await call(operations.createLink, { body: link }), 201).id;
    },
  };
}

describe('nodes sharing a database', () => {
  test('every role answers /health and serves only what the role allows', async () => {
    const { links, api, jobs, makeLink } = await useCluster();
    await makeLink('roles');
    for (const node of [...links, api, jobs]) {
      assert.equal((await node.ask('/health')).status, 200);
      assert.equal((await node.ask('/health', '127.0.0.1')).status, 200);
      assert.equal((await node.ask('/health', HOST)).status, 200);
    }
    const statuses = async (path: string, host?: string) =>
      Promise.all([links[0], api, jobs].map(async (node) => (await node.ask(path, host)).status));
    assert.deepEqual(await statuses('/openapi.json'), [404, 200, 404]);
    assert.deepEqual(await statuses('/roles', HOST), [302, 404, 404]);
  });

  test('changed and deleted links take effect on all link nodes within a second', async (context) => {
    const { links, call, makeLink } = await useCluster();
    const seen: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const id = await makeLink(`changed-${round}`);
      const path = `/changed-${round}`;
      const first = `https://example.com${path}`;
      for (const node of links) assert.equal((await node.ask(path, HOST)).location, first);
      const fallbackUrl = `https://example.com/new-${round}`;
      bodyOf(await call(operations.updateLink, { params: { id }, body: { fallbackUrl } }), 200);
      const untilFollowed = links.map((node) =>
        until(
          'the change',
          async () => (await node.ask(path, HOST)).location === fallbackUrl,
          SEEN,
        ),
      );
      seen.push(...(await Promise.all(untilFollowed)));
      bodyOf(await call(operations.deleteLink, { params: { id } }), 200);
      const untilGone = links.map((node) =>
        until('the deletion', async () => (await node.ask(path, HOST)).status === 404, SEEN),
      );
      seen.push(...(await Promise.all(untilGone)));
    }
    context.diagnostic(`seen after ${seen.toSorted((one, other) => one - other).join(', ')} ms`);
  });

  test('the API node counts the clicks of all link nodes', async () => {
    const { links, call, makeLink } = await useCluster();
    const id = await makeLink('counted');
    const visits = await Promise.all(
      Array.from({ length: 60 }, (_, number) => links[number % 2]!.ask('/counted', HOST)),
    );
    assert.ok(visits.every(({ status }) => status === 302));
    const count = async () =>
      bodyOf(await call(operations.getLinkStats, { params: { id }, query: {} }), 200).clicks;
    await until('all clicks are counted', async () => (await count()) >= 60);
    assert.equal(await count(), 60);
  });

  test('rate limits hold across nodes', async () => {
    const { api, second } = await useCluster();
    const { requests } = RATE_LIMITS.public;
    let answered = 0;
    for (let asked = 0; asked < 2 * requests; asked += 1) {
      const { status } = await [api, second][asked % 2]!.ask('/v1/subscriptions/plans');
      assert.ok(status === 200 || status === 429, String(status));
      if (status === 200) answered += 1;
    }
    assert.ok(Math.abs(answered - requests) <= requests / 10, `${answered} of ${requests}`);
  });

  test('each job is done once across nodes', async () => {
    const { owner, projectId, userEmail, installation } = await useCluster();
    const params = { projectId };
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const reply = await owner(operations.startExport, { params, body: {} });
        return bodyOf(reply, 202).data.jobId;
      }),
    );
    await mailsIn(installation.shared, userEmail, ids.length);
    for (const jobId of ids) {
      const job = bodyOf(await owner(operations.getExport, { params: { projectId, jobId } }), 200);
      assert.equal(job.data.status, 'completed');
    }
    // A second mail would be another job.
    await until('no job is left', async () => {
      const [row] = await query<{ left: number }>(
        { connectionString: installation.database },
        `select count(*)::int as left from pgboss.job
         where name in ('run-export', 'mail-export') and state < 'completed'`,
      );
      return row?.left === 0;
    });
    const mails = await readdir(join(installation.shared, 'mail'));
    assert.equal(mails.filter((name) => name.includes(userEmail)).length, ids.length);
  });

  test('rolling restarts behind a balancer neither refuse nor lose visits', async () => {
    const { links, call, makeLink } = await useCluster();
    const id = await makeLink('rolling');
    const balancer = balance(links);
    const answered: string[] = [];
    const refused: number[] = [];
    const ending = new AbortController();
    endings.defer(() => ending.abort());
    const visitors = Array.from({ length: 6 }, async () => {
      while (!ending.signal.aborted) {
        const { status, requestId } = await balancer.next().ask('/rolling', HOST);
        if (status === 302 && requestId !== undefined) answered.push(requestId);
        else refused.push(status);
        await pause(5, 'between visitors');
      }
    });
    const visited = (more: number) => {
      const enough = answered.length + more;
      return until('visitors come', async () => answered.length >= enough);
    };
    for (const node of links) {
      await visited(100);
      assert.equal(await node.stop(), 0);
      await visited(100);
      await node.start();
      await until('it is asked again', async () => balancer.isHealthy(node));
    }
    await visited(100);
    ending.abort();
    await Promise.all(visitors);
    balancer.stop();
    assert.deepEqual(refused, []);
    const count = async () =>
      bodyOf(await call(operations.getLinkStats, { params: { id }, query: {} }), 200).clicks;
    await until('all clicks are counted', async () => (await count()) >= answered.length);
    assert.equal(await count(), answered.length);
  });

  test('a node with the data folder of another is refused, with the cure', async () => {
    const { links, installation } = await useCluster();
    const child = spawnServer(
      {
        PORT: '1',
        ROLES: 'links',
        DATABASE_URL: installation.database,
        DATA_DIR: links[0].dataDir,
        SECRET: SHARED_SECRET,
        ADMIN_TOKEN,
      },
      { stderr: 'pipe' },
    );
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(said, /JOURNAL_DIR .* is in use by process \d+; give each node a DATA_DIR/);
  });
});

/** Asks nodes in turn whose last check of /health was good, as balancers do. */
function balance(nodes: readonly ServerNode[]) {
  const healthy = new Set(nodes);
  let turn = 0;
  const ending = new AbortController();
  endings.defer(() => ending.abort());
  // Each by itself: one that is slow to answer does not hide that another has stopped.
  const check = async (node: ServerNode) => {
    while (!ending.signal.aborted) {
      const { status } = await node.ask('/health');
      if (status === 200) healthy.add(node);
      else healthy.delete(node);
      await pause(50, 'between checks of health');
    }
  };
  for (const node of nodes) void check(node);
  return {
    isHealthy: (node: ServerNode) => healthy.has(node),
    next(): ServerNode {
      // With none left, balancers try them all.
      const asked = healthy.size > 0 ? [...healthy] : nodes;
      return asked[(turn += 1) % asked.length]!;
    },
    stop: () => ending.abort(),
  };
}
