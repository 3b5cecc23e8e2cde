import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { addMember } from '#teams/projects/members/addMember.ts';
import { colleague } from '../../support/callers/colleague.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';

const { listLinks, deleteLink } = operations;

async function slugsOf(project: TestProject, query: object = {}): Promise<string[]> {
  const reply = await appKey(project)(listLinks, { query });
  assert.equal(reply.status, 200);
  return reply.body.links.map((link) => link.slug);
}

describe('listLinks 200', () => {
  test('pages stay consistent while links are created and deleted', async () => {
    const project = await newProject();
    const call = appKey(project);
    for (const slug of ['a', 'b', 'c', 'f', 'g']) await newLink(project, { slug });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = await call(listLinks, {
        query: { limit: 2, ...(cursor !== undefined && { cursor }) },
      });
      assert.equal(reply.status, 200);
      for (const link of reply.body.links) seen.push(link.slug);
      if (cursor === undefined) {
        await newLink(project, { slug: 'late' });
        const { id } = reply.body.links[0]!;
        await call(deleteLink, { params: { id } });
      }
      cursor = reply.body.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ['g', 'f', 'c', 'b', 'a']);
    assert.deepEqual(await slugsOf(project), ['late', 'f', 'c', 'b', 'a']);
    assert.deepEqual(await slugsOf(project, { sortOrder: 'asc', limit: 2 }), ['a', 'b']);
  });

  test('filters by search, type, slug, externalId, domain and days', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'one', type: 'dynamic', name: 'Sommer 100%' });
    await newLink(project, { slug: 'two', externalId: 'crm-7' });
    await newLink(project, { slug: 'three', iosUrl: 'https://example.com/Needle' });
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual(await slugsOf(project, { type: 'dynamic' }), ['one']);
    assert.deepEqual(await slugsOf(project, { slug: 'two' }), ['two']);
    assert.deepEqual(await slugsOf(project, { externalId: 'crm-7' }), ['two']);
    assert.deepEqual(await slugsOf(project, { search: 'SOMMER' }), ['one']);
    assert.deepEqual(await slugsOf(project, { search: '0%' }), ['one']);
    assert.deepEqual(await slugsOf(project, { search: '_' }), []);
    assert.deepEqual(await slugsOf(project, { search: 'needle' }), ['three']);
    assert.deepEqual(await slugsOf(project, { search: 'CRM' }), ['two']);
    assert.deepEqual(await slugsOf(project, { domain: 'other.test' }), []);
    assert.equal((await slugsOf(project, { domain: project.host.toUpperCase() })).length, 3);
    assert.equal((await slugsOf(project, { createdAfter: day(0) })).length, 3);
    assert.equal((await slugsOf(project, { createdAfter: day(1) })).length, 0);
    assert.equal((await slugsOf(project, { createdBefore: day(0) })).length, 0);
    // Reversed bounds are swapped.
    const [createdAfter, createdBefore] = [day(1), day(0)];
    assert.equal((await slugsOf(project, { createdAfter, createdBefore })).length, 3);
  });

  test('days of creation count from their first millisecond, and the bound above is exclusive', async () => {
    const project = await newProject();
    for (const [slug, createdAt] of [
      ['last', '2026-02-28T23:59:59.999Z'],
      ['first', '2026-03-01T00:00:00.000Z'],
    ] as const) {
      const body = { type: 'unified', slug, createdAt } as const;
      const made = await appKey(project)(operations.createManagedLink, { body });
      assert.equal(made.status, 201);
    }
    assert.deepEqual(await slugsOf(project, { createdBefore: '2026-03-01' }), ['last']);
    assert.deepEqual(await slugsOf(project, { createdAfter: '2026-03-01' }), ['first']);
    const none = { createdAfter: '2026-02-27', createdBefore: '2026-02-28' };
    assert.deepEqual(await slugsOf(project, none), []);
  });

  test('returns the fields of managers, name and flags, and the short URL', async () => {
    const project = await newProject();
    const link = await newLink(project, { name: 'Summer' });
    const reply = await appKey(project)(listLinks, {});
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, {
      links: [{ ...link, name: 'Summer', iosBrowserAutoOpen: false, tags: [], archived: false }],
    });
  });

  test('a dashboard session lists its only project, or the one that is named', async () => {
    const [one, two] = [await newProject(), await newProject()];
    await newLink(one, { slug: 'of-one' });
    const call = member(one, '/v1');
    const alone = await call(listLinks, {});
    assert.ok(alone.status === 200 && alone.body.links[0]?.slug === 'of-one');
    const { db } = one.server.app;
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', one.userEmail)
      .executeTakeFirstOrThrow();
    await addMember(db, two.project, user, 'viewer');
    const unnamed = await call(listLinks, {});
    assert.equal(unnamed.status, 400);
    assert.match(JSON.stringify(unnamed.body), /projectId is required/);
    const named = await call(listLinks, { query: { projectId: two.project.id } });
    assert.ok(named.status === 200 && named.body.links.length === 0);
  });
});

describe('listLinks errors', () => {
  const cases: [string, object, RegExp][] = [
    ['a limit of 0', { limit: 0 }, /limit must be 1 or more/],
    ['a limit above 200', { limit: 201 }, /limit must be 200 or less/],
    ['a limit that is not a number', { limit: 'many' }, /limit must be a whole number/],
    ['an invalid cursor', { cursor: 'bm9uc2Vuc2U' }, /cursor is invalid/],
    ['an invalid date', { createdAfter: '2026-02-31' }, /createdAfter must be/],
    ['an unknown sort order', { sortOrder: 'up' }, /sortOrder must be one of/],
    ['a NUL in the search', { search: 'a\u0000' }, /search must not contain a NUL/],
  ];
  for (const [title, query, expected] of cases) {
    test(`400: ${title}`, async () => {
      const reply = await appKey(await anyProject())(listLinks, { query });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), expected);
    });
  }

  test('400: a cursor of the other order', async () => {
    const project = await newProject();
    for (const slug of ['a', 'b', 'c']) await newLink(project, { slug });
    const call = appKey(project);
    const { nextCursor } = bodyOf(await call(listLinks, { query: { limit: 1 } }), 200);
    const query = { cursor: nextCursor!, sortOrder: 'asc' } as const;
    const reply = await call(listLinks, { query });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /cursor is invalid.*the same filters and order/);
    assert.deepEqual(await slugsOf(project, { cursor: nextCursor, sortOrder: 'desc' }), ['b', 'a']);
  });

  test('401: without credentials; 403: with a publishable key; 200: as a viewer', async () => {
    const project = await newProject();
    assert.equal((await (await anonymous())(listLinks, {})).status, 401);
    assert.equal((await (await publishableKey(project))(listLinks, {})).status, 403);
    assert.equal((await (await colleague(project, 'viewer'))(listLinks, {})).status, 200);
  });

  test('404: unknown projects and those of others, with the same message', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const bodies = new Set<string>();
    for (const projectId of [two.project.id, crypto.randomUUID()]) {
      for (const call of [appKey(one), member(one, '/v1')]) {
        const reply = await call(listLinks, { query: { projectId } });
        assert.equal(reply.status, 404);
        bodies.add(JSON.stringify(reply.body));
      }
    }
    assert.equal(bodies.size, 1);
  });
});
