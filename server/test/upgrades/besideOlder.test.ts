import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { ADMIN_TOKEN, makeNode, type ServerNode } from '../nodes/startNode.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { query } from '../support/embeddedDatabase.ts';
import { endings } from '../support/run/endings.ts';
import { mailsIn } from '../support/outside/mails.ts';
import { bodyOf } from '../support/callers/person.ts';
import { until } from '../support/until.ts';
import { checkOut, hasCommit } from './checkOut.ts';

/**
 * The first build that writes no totals but those of migration 0300. To be the tag of the last release once there is one
 * that may run beside a newer one (docs/upgrading.md).
 */
const EARLIER = 'cb1a35d56c0ea0d70de0d0e6d44427d02d853c07';
const HOST = 'beside-older.localhost';
const missing = hasCommit(EARLIER) ? false : 'the history of this clone does not reach back to it';

test(
  'an earlier build keeps working while this one has migrated its database and runs beside it',
  { skip: missing },
  async () => {
    const shared = await mkdtemp(join(tmpdir(), 'fairlead-beside-'));
    endings.defer(() => rm(shared, { recursive: true, force: true }));
    const database = await makeEmptyDatabase();
    const installation = { database, shared };
    const migrations = async () =>
      (await query({ connectionString: database }, 'select number from migrations')).length;

    const older = await makeNode(installation, 'links,api,jobs', {}, checkOut(EARLIER));
    await older.start();
    const migrated = await migrations();
    const operator = clientOf(older, '/api/v1', { authorization: `Bearer ${ADMIN_TOKEN}` });
    const made = bodyOf(
      await operator(operations.provision, {
        body: { name: 'Beside', domain: HOST, plan: 'business' },
      }),
      201,
    );
    const onOlder = clientOf(older, '/v1', { 'x-app-key': made.appKey });
    const sharedId = await makeLink(onOlder, 'shared');
    let answered = 0;
    const visit = async (node: ServerNode, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const { status, location } = await node.ask('/shared', HOST);
        assert.deepEqual([status, location], [302, 'https://example.com/shared']);
        answered += 1;
      }
    };
    await visit(older, 30);

    const newer = await makeNode(installation, 'links,api,jobs');
    await newer.start();
    assert.ok((await migrations()) >= migrated);
    const onNewer = clientOf(newer, '/v1', { 'x-app-key': made.appKey });

    // Visits on both, counted by both.
    await Promise.all([visit(older, 40), visit(newer, 40)]);
    for (const call of [onOlder, onNewer]) {
      const clicks = async () =>
        bodyOf(await call(operations.getLinkStats, { params: { id: sharedId } }), 200).clicks;
      await until('all clicks are counted', async () => (await clicks()) >= answered);
      assert.equal(await clicks(), answered);
    }

    // What one changes, the other follows.
    const pairs = [
      [onOlder, newer, 'by-older'],
      [onNewer, older, 'by-newer'],
    ] as const;
    for (const [call, other, slug] of pairs) {
      const id = await makeLink(call, slug);
      await untilLeadsTo(other, slug, `https://example.com/${slug}`);
      const fallbackUrl = `https://example.com/${slug}/changed`;
      bodyOf(await call(operations.updateLink, { params: { id }, body: { fallbackUrl } }), 200);
      await untilLeadsTo(other, slug, fallbackUrl);
      bodyOf(await call(operations.deleteLink, { params: { id } }), 200);
      await untilLeadsTo(other, slug, undefined);
    }

    // Apps, on either.
    for (const [call, name] of [
      [onOlder, 'phone-1'],
      [onNewer, 'phone-2'],
    ] as const) {
      await useApp(call, name);
    }

    // Jobs of one queue.
    const { projectId, sessionToken, userEmail } = made;
    const params = { projectId };
    for (const node of [older, newer]) {
      const owner = clientOf(node, '/api/v1', { authorization: `Bearer ${sessionToken}` });
      for (let count = 0; count < 3; count += 1) {
        bodyOf(await owner(operations.startExport, { params, body: {} }), 202);
      }
    }
    await mailsIn(shared, userEmail, 6);

    // It goes, and nothing that it has answered is missing.
    await visit(older, 20);
    assert.equal(await older.stop(), 0);
    const stats = await onNewer(operations.getLinkStats, { params: { id: sharedId } });
    assert.equal(bodyOf(stats, 200).clicks, answered);
    const rebuilt = await clientOf(newer, '/api/v1', { authorization: `Bearer ${ADMIN_TOKEN}` })(
      operations.rebuildAnalytics,
      {},
    );
    assert.equal(bodyOf(rebuilt, 200).corrected, 0);
  },
);

type Call = ReturnType<typeof createClient>;

function clientOf({ origin }: ServerNode, base: string, headers: Record<string, string>): Call {
  return createClient({ baseUrl: `${origin}${base}`, headers });
}

async function makeLink(call: Call, slug: string): Promise<string> {
  const body = { type: 'unified', slug, fallbackUrl: `https://example.com/${slug}` } as const;
  return bodyOf(await call(operations.createLink, { body }), 201).id;
}

async function untilLeadsTo(node: ServerNode, slug: string, url: string | undefined) {
  await until(
    `/${slug} leads to ${url ?? 'nothing'}`,
    async () => (await node.ask(`/${slug}`, HOST)).location === url,
    { everyMs: 10 },
  );
}

async function useApp(call: Call, installationId: string): Promise<void> {
  const body = { installationId };
  assert.equal(bodyOf(await call(operations.bootstrap, { body }), 201).isNew, true);
  const { sessionId } = bodyOf(await call(operations.startSession, { body }), 201);
  bodyOf(await call(operations.endSession, { params: { sessionId } }), 200);
}
