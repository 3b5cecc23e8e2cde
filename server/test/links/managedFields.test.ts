import assert from 'node:assert/strict';
import { LIMITS } from '@fairlead/contract/limits';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import {
  member,
  anonymous,
  anyProject,
  appKey,
  newLink,
  newProject,
} from '../support/callers/personas.ts';
import { statsOf, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';

const { createLink, createLinks, createProjectLink, getLinkById, getProjectLink } = operations;
const { getLink, listLinks, listProjectLinks, resolveLink, updateLink } = operations;

const IMPORTED = {
  type: 'unified',
  slug: 'old/poster',
  fallbackUrl: 'https://example.com/',
  tags: ['Spring', ' print ', 'spring'],
  expiresAt: '2100-01-01T00:00:00.000Z',
  archived: true,
  createdAt: '2019-05-04T10:00:00Z',
  importedClicks: 4_000_000_000,
} as const;

async function bulk(project: TestProject, row: Record<string, unknown>): Promise<BulkResult> {
  const headers = { 'x-app-key': project.appKey, 'content-type': 'application/json' };
  const body = JSON.stringify([row]);
  const reply = await send({ method: 'POST', path: '/v1/links/bulk', headers, body });
  return JSON.parse(reply.text) as BulkResult;
}

async function managed(project: TestProject, id: string) {
  return bodyOf(await appKey(project)(getLinkById, { params: { id } }), 200);
}

/** Rule: bodies 14. */
describe('managed fields of a link', () => {
  test('are stored by bulk creation and returned only to those who manage links', async () => {
    const project = await newProject();
    const made = await bulk(project, { ...IMPORTED, iosSocialBreakout: false });
    assert.equal(made.status, 201);
    const link = await managed(project, made.id ?? '');
    assert.deepEqual(link.tags, ['Spring', 'print']);
    assert.equal(link.expiresAt, IMPORTED.expiresAt);
    assert.equal(link.archived, true);
    assert.equal(link.createdAt, '2019-05-04T10:00:00.000Z');
    assert.equal(link.importedClicks, 4_000_000_000);
    assert.equal(link.iosSocialBreakout, false);
    const told = bodyOf(await appKey(project)(getLink, { params: { slug: IMPORTED.slug } }), 200);
    for (const field of ['tags', 'expiresAt', 'archived', 'importedClicks']) {
      assert.ok(!(field in told), field);
    }
  });

  test('are stored by the dashboard API, flags included', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const call = member(project);
    const body = { ...IMPORTED, tags: ['a'], iosBrowserAutoOpen: true };
    const made = bodyOf(await call(createProjectLink, { params, body }), 201);
    const shown = bodyOf(
      await call(getProjectLink, { params: { ...params, linkId: made.id } }),
      200,
    );
    assert.deepEqual(shown.tags, ['a']);
    assert.equal(shown.expiresAt, IMPORTED.expiresAt);
    assert.equal(shown.archived, true);
    assert.equal(shown.importedClicks, 4_000_000_000);
    assert.equal(shown.iosBrowserAutoOpen, true);
    assert.equal(shown.createdAt, '2019-05-04T10:00:00.000Z');
  });

  test('have defaults', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { tags, archived, ...rest } = await managed(project, link.id);
    assert.deepEqual({ tags, archived }, { tags: [], archived: false });
    assert.ok(!('expiresAt' in rest) && !('importedClicks' in rest));
  });

  test('can be changed and cleared, except createdAt', async () => {
    const project = await newProject();
    const { id = '' } = await bulk(project, IMPORTED);
    const change = (body: object) => appKey(project)(updateLink, { params: { id }, body });
    const link = bodyOf(await change({ tags: ['x', 'X'], archived: false, expiresAt: null }), 200);
    assert.deepEqual(link.tags, ['x']);
    assert.equal(link.archived, false);
    assert.ok(!('expiresAt' in link));
    assert.equal(link.importedClicks, 4_000_000_000);
    const emptied = bodyOf(await change({ tags: null, importedClicks: null }), 200);
    assert.deepEqual(emptied.tags, []);
    assert.ok(!('importedClicks' in emptied));
    const refused = await change({ createdAt: '2020-01-01T00:00:00Z' });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /createdAt cannot be changed/);
  });

  test('are refused in links created by apps, and ignored from SDKs', async () => {
    const project = await anyProject();
    const { slug: _slug, ...fields } = IMPORTED;
    const reply = await appKey(project)(createLink, { body: fields });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /createdAt/);
    const sdk = await appKey(project, { 'x-svc-client': 'sdk-ios' })(createLink, { body: fields });
    assert.equal(sdk.status, 201);
    const kept = await managed(project, sdk.body.id);
    assert.deepEqual(kept.tags, []);
    assert.ok(Date.parse(kept.createdAt ?? '') > Date.parse('2026-01-01'));
  });

  const TOO_MANY = LIMITS.tagsPerLink + 1;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const refused = [
    ['a createdAt in the future', { createdAt: inAnHour }, /createdAt must not be in the/],
    ['a createdAt before 1970', { createdAt: '1969-12-31T23:59:59Z' }, /before 1970/],
    ['an invalid date', { createdAt: '2023-02-30T00:00:00Z' }, /createdAt/],
    ['a tag with a comma', { tags: ['a,b'] }, /tags.*no comma/],
    ['a tag of white space', { tags: ['  '] }, /tags.*visible/],
    ['a tag that is too long', { tags: ['a'.repeat(LIMITS.tagLength + 1)] }, /tags/],
    ['too many tags', { tags: Array.from({ length: TOO_MANY }, (_, at) => `t${at}`) }, /tags/],
    ['negative clicks', { importedClicks: -1 }, /importedClicks/],
    ['a fraction of a click', { importedClicks: 1.5 }, /importedClicks/],
    ['archived as a string', { archived: 'yes' }, /archived/],
    ['an invalid expiry', { expiresAt: 'soon' }, /expiresAt/],
  ] as const;
  for (const [what, fields, words] of refused) {
    test(`refuse ${what}`, async () => {
      const row = { type: 'unified', ...fields };
      const result = await bulk(await anyProject(), row);
      assert.equal(result.status, 400);
      assert.match(result.message ?? '', words);
    });
  }

  test('tags and archived filter the list of links', async () => {
    const project = await newProject();
    await bulk(project, { ...IMPORTED, slug: 'one' });
    await bulk(project, { type: 'unified', slug: 'two', tags: ['print'] });
    const slugs = async (query: { tag?: string; archived?: boolean }) =>
      bodyOf(await appKey(project)(listLinks, { query }), 200)
        .links.map((link) => link.slug)
        .toSorted();
    assert.deepEqual(await slugs({ tag: 'PRINT' }), ['one', 'two']);
    assert.deepEqual(await slugs({ tag: 'spring' }), ['one']);
    assert.deepEqual(await slugs({ tag: 'sprin' }), []);
    assert.deepEqual(await slugs({ archived: false }), ['two']);
    assert.deepEqual(await slugs({ archived: true, tag: 'print' }), ['one']);
  });
});

/** Rule: bodies 15. */
test('imported clicks are not counted in statistics', async () => {
  const project = await newProject();
  const { id = '' } = await bulk(project, { ...IMPORTED, slug: 'many', importedClicks: 900 });
  await newLink(project, { slug: 'few' });
  await visit(project.host, '/few');
  assert.equal((await statsOf(project, id)).clicks, 0);
  const params = { projectId: project.project.id };
  const query = { sortBy: 'clickCount', sortOrder: 'desc' } as const;
  const page = bodyOf(await member(project)(listProjectLinks, { params, query }), 200);
  assert.deepEqual(
    page.links.map((link) => [link.slug, link.stats.clicks, link.importedClicks]),
    [
      ['few', 1, null],
      ['many', 0, 900],
    ],
  );
});

/** Rule: visitors 13. */
describe('expired links', () => {
  test('are a 404 for visitors and apps without counting, until the expiry is changed', async () => {
    const project = await newProject();
    const made = await bulk(project, { ...IMPORTED, slug: 'over', expiresAt: '2026-01-01T00:00Z' });
    const id = made.id ?? '';
    const url = `https://${project.host}/over`;
    const resolve = async () => (await anonymous())(resolveLink, { query: { url } });
    for (const agent of Object.values(USER_AGENTS)) {
      assert.equal((await visit(project.host, '/over', agent)).status, 404, agent);
    }
    assert.equal((await visit(project.host, '/over?ulhop=1', USER_AGENTS.iphone)).status, 404);
    assert.equal((await resolve()).status, 404);
    const { clicks, previews, bots } = await statsOf(project, id);
    assert.deepEqual([clicks, previews, bots], [0, 0, 0]);
    const flow = await visit(project.host, '/over?debug=1');
    assert.equal(flow.status, 200);
    assert.match(flow.text, /expired/);
    assert.equal((await appKey(project)(getLink, { params: { slug: 'over' } })).status, 200);
    const taken = await bulk(project, { type: 'unified', slug: 'over' });
    assert.match(taken.message ?? '', /taken/);

    await appKey(project)(updateLink, { params: { id }, body: { expiresAt: null } });
    assert.equal((await visit(project.host, '/over')).status, 302);
    assert.equal((await resolve()).status, 200);
    assert.equal((await statsOf(project, id)).clicks, 2);
  });
});

/** Rule: visitors 14. */
test('archived links redirect and resolve as before', async () => {
  const project = await newProject();
  const { id = '' } = await bulk(project, { ...IMPORTED, slug: 'aside' });
  assert.equal((await visit(project.host, '/aside')).status, 302);
  const url = `https://${project.host}/aside`;
  assert.equal((await (await anonymous())(resolveLink, { query: { url } })).status, 200);
  assert.equal((await statsOf(project, id)).clicks, 2);
});

test('the body of createLinks declares the managed fields', () => {
  const { properties } = createLinks.body.items;
  for (const field of ['tags', 'expiresAt', 'archived', 'createdAt', 'importedClicks']) {
    assert.ok(field in properties, field);
    assert.ok(!(field in createLink.body.properties), field);
  }
});
