import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { operations } from '@fairlead/contract';
import { deleteEndedAccess } from '#faces/jobs/deleteExpiredAccess.ts';
import { appKey, member, newProject, type TestProject } from '../../support/callers/personas.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';

// Rule: operations 12.

const { createLink, createProjectLink, listLinks } = operations;

const keyed = (key: string) => ({ 'idempotency-key': key });

async function linksOf(project: TestProject): Promise<number> {
  const reply = await appKey(project)(listLinks, {});
  return reply.status === 200 ? reply.body.links.length : assert.fail();
}

/** The ways to create a link with a key. */
const CREATIONS = {
  'the SDK': (project: TestProject, key: string, name: string) =>
    appKey(project)(createLink, { body: { type: 'unified', name }, headers: keyed(key) }),
  'the dashboard': (project: TestProject, key: string, name: string) =>
    member(project)(createProjectLink, {
      params: { projectId: project.project.id },
      body: { type: 'unified', name },
      headers: keyed(key),
    }),
} as const;

describe('Idempotency-Key', () => {
  for (const [way, create] of Object.entries(CREATIONS)) {
    test(`the same reply again from ${way}, without a second link; 422 for another body`, async () => {
      const project = await newProject();
      const first = await create(project, 'k', 'one');
      assert.equal(first.status, 201);
      assert.equal(first.headers.get('idempotency-replayed'), null);
      const again = await create(project, 'k', 'one');
      assert.equal(again.status, 201);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(again.headers.get('etag'), first.headers.get('etag'));
      assert.deepEqual(again.body, first.body);
      const other = await create(project, 'k', 'two');
      assert.equal(other.status, 422);
      assert.equal((other.body as { error?: string }).error, 'IDEMPOTENCY_KEY_REUSED');
      assert.equal((await create(project, 'l', 'one')).status, 201);
      assert.equal(await linksOf(project), 2);
    });

    test(`one link and one reply for many at once from ${way}; the others wait their turn`, async () => {
      const project = await newProject();
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => create(project, 'k', 'one')),
      );
      const statuses = new Set(replies.map(({ status }) => status));
      statuses.delete(409);
      assert.deepEqual([...statuses], [201]);
      assert.equal(await linksOf(project), 1);
      assert.equal((await create(project, 'k', 'one')).status, 201);
    });
  }

  test('409 with Retry-After while the first call is under way', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const { id: keyId } = await db
      .selectFrom('app_keys')
      .select('id')
      .where('project_id', '=', project.project.id)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`kept key ${keyId} k`}, 0))`.execute(
        tx,
      );
      const reply = await CREATIONS['the SDK'](project, 'k', 'one');
      assert.equal(reply.status, 409);
      assert.equal(reply.headers.get('retry-after'), '1');
    });
    assert.equal(await linksOf(project), 0);
  });

  test('is of one credential, and not kept for a refusal', async () => {
    const project = await newProject();
    const call = appKey(project);
    const bad = { type: 'unified', slug: '/bad/' } as const;
    assert.equal((await call(createLink, { body: bad, headers: keyed('k') })).status, 400);
    assert.equal((await CREATIONS['the SDK'](project, 'k', 'one')).status, 201);
    const app = await publishableKey(project);
    const body = { type: 'unified' } as const;
    assert.equal((await app(createLink, { body, headers: keyed('k') })).status, 201);
    assert.equal(await linksOf(project), 2);
    for (const wrong of ['', 'x'.repeat(256)]) {
      const reply = await call(createLink, { body, headers: keyed(wrong) });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /Idempotency-Key must be 1 to \d+ characters/);
    }
  });

  test('is free again after a day', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const first = await CREATIONS['the SDK'](project, 'k', 'one');
    await db
      .updateTable('kept_replies')
      .set({ created_at: new Date(Date.now() - 24 * 3600 * 1000) })
      .where('caller', 'like', 'key %')
      .execute();
    const second = await CREATIONS['the SDK'](project, 'k', 'two');
    assert.ok(first.status === 201 && second.status === 201);
    assert.notEqual(second.body.id, first.body.id);
    await deleteEndedAccess(project.server.app, new Date(Date.now() + 25 * 3600 * 1000));
    const left = await db.selectFrom('kept_replies').select('caller').execute();
    assert.deepEqual(left, []);
  });
});
