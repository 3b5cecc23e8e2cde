import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { makeServerProcess, type ServerProcess } from '../journal/ServerProcess.ts';
import { bodyOf } from '../support/callers/person.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { until } from '../support/until.ts';
import { ADMIN_TOKEN, makeNode, type ServerNode } from './startNode.ts';

const CONNECTIONS = 64;
const LIMIT = 100;
const HOST = 'limited.localhost';

/** Visitors on so many connections at once, until `goesOn` says no more; how many got what was asked for. */
async function comeTogether(
  visit: () => Promise<boolean>,
  goesOn: (visits: number) => boolean,
): Promise<number> {
  let [visits, got] = [0, 0];
  const visitors = Array.from({ length: CONNECTIONS }, async () => {
    while (goesOn(visits)) {
      visits += 1;
      if (await visit()) got += 1;
    }
  });
  await Promise.all(visitors);
  return got;
}

const upTo = (most: number) => (visits: number) => visits < most;

async function setLimit(server: ServerProcess, limit: number): Promise<void> {
  await server.database.query(
    'update links set expires_after_clicks = $1, used_up = false, updated_at = now() where id = $2',
    [limit, server.linkId()],
  );
}

const comesThrough = (server: ServerProcess) => async () => (await server.visit()).id !== undefined;

const linux = process.platform === 'linux' ? {} : { skip: 'asks /proc for worker processes' };

describe('expiresAfterClicks', linux, () => {
  test('is exact on one machine with 64 connections and several processes, three times', async () => {
    const server = await makeServerProcess({ PROCESSES: '2' });
    await server.start();
    for (let round = 1; round <= 3; round += 1) {
      const before = await server.readStats();
      await setLimit(server, before + LIMIT);
      // A process that has not heard of the first limit yet would let everybody in; of a higher one, nobody.
      if (round === 1) await server.restart();
      assert.equal(await comeTogether(comesThrough(server), upTo(600)), LIMIT, `round ${round}`);
      assert.equal(await server.readStats(), before + LIMIT);
    }
    // A restart forgets nothing.
    await server.kill('all');
    await server.start();
    assert.equal(await comeTogether(comesThrough(server), upTo(200)), 0);
  });

  test('lets nobody in beyond it whatever is killed; what a killed process had begun may be lost until a restart', async () => {
    const server = await makeServerProcess({ PROCESSES: '2' });
    await server.start();
    const limit = 400;
    await setLimit(server, limit);
    await server.restart();
    let got = 0;
    let killed: Promise<void> | undefined;
    const visit = async () => {
      const { id } = await server.visit();
      if (id === undefined) return false;
      got += 1;
      if (got === limit / 4) killed = server.kill('worker');
      return true;
    };
    await comeTogether(visit, upTo(1_200));
    assert.ok(killed);
    await killed;
    await server.untilReplaced(2);
    await comeTogether(visit, upTo(400));
    const lost = limit - (await server.readStats());
    assert.ok(lost >= 0 && lost <= CONNECTIONS, `${lost} lost`);
    // What was recorded and not answered any more has been had, too.
    assert.ok(got <= limit && got >= limit - 2 * CONNECTIONS, `${got} got it`);
    // A restart counts anew: what was lost is there for others.
    await server.kill('all');
    await server.start();
    assert.equal(await comeTogether(comesThrough(server), upTo(300)), lost);
    assert.equal(await server.readStats(), limit);
  });

  test('with two machines lets in at most so many on each, and nobody once both have heard', async (context) => {
    const shared = await mkdtemp(join(tmpdir(), 'fairlead-limits-'));
    endings.defer(() => rm(shared, { recursive: true, force: true }));
    const installation = { database: await makeEmptyDatabase(), shared };
    const [first, second] = [
      await makeNode(installation, 'api,links,jobs', { RATE_LIMITS: 'off' }),
      await makeNode(installation, 'links', { RATE_LIMITS: 'off' }),
    ];
    await first.start();
    await second.start();
    const clientOf = (base: string, headers: Record<string, string>) =>
      createClient({ baseUrl: `${first.origin}${base}`, headers });
    const operator = clientOf('/api/v1', { authorization: `Bearer ${ADMIN_TOKEN}` });
    const body = { name: 'Limits', domain: HOST, plan: 'business' } as const;
    const made = bodyOf(await operator(operations.provision, { body }), 201);
    const call = clientOf('/v1', { 'x-app-key': made.appKey });
    const destination = 'https://example.com/limited';
    const link = { type: 'unified', slug: 'limited', fallbackUrl: destination } as const;
    const { id } = bodyOf(await call(operations.createLink, { body: link }), 201);
    const limit = { expiresAfterClicks: LIMIT };
    bodyOf(await call(operations.updateLink, { params: { id }, body: limit }), 200);
    const visitOn = (node: ServerNode) => async () => {
      const { status, location } = await node.ask('/limited', HOST);
      return status === 302 && location === destination;
    };
    const [here, there] = await Promise.all([
      comeTogether(visitOn(first), upTo(400)),
      comeTogether(visitOn(second), upTo(400)),
    ]);
    context.diagnostic(`${here} and ${there} of ${LIMIT}: ${here + there - LIMIT} too many`);
    assert.ok(here <= LIMIT && there <= LIMIT, `${here} and ${there}`);
    assert.ok(here + there >= LIMIT, `${here} and ${there}`);
    const isOver = async (node: ServerNode) => !(await visitOn(node)());
    await until('both have heard', async () => (await isOver(first)) && (await isOver(second)));
    assert.equal(await comeTogether(visitOn(first), upTo(100)), 0);
    assert.equal(await comeTogether(visitOn(second), upTo(100)), 0);
  });
});
