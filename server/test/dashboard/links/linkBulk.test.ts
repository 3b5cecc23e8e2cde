import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, limitText, operations } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import { newLink, newProject, type TestProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { send, USER_AGENTS, visit } from '../../support/callers/request.ts';

const { createProjectLinks, restoreProjectLinks, listAuditEntries } = operations;
const { deleteProjectLink, deleteProjectLinks, createProjectLink, getProjectLink } = operations;

async function newOwner(input: Parameters<typeof newProject>[0] = {}) {
  const project = await newProject(input);
  const params = { projectId: project.project.id };
  return { project, owner: await ownerOf(project), params };
}

type Rows = Parameters<typeof sendRows>[2];

async function sendRows(
  { call }: Person,
  params: { projectId: string },
  rows: readonly { type: 'unified' | 'dynamic'; [field: string]: unknown }[],
): Promise<BulkResult[]> {
  const reply = bodyOf(await call(createProjectLinks, { params, body: [...rows] }), 200);
  return Array.fromAsync(reply);
}

async function actionsOf({ call }: Person, params: { projectId: string }) {
  const { entries } = bodyOf(await call(listAuditEntries, { params }), 200);
  return entries;
}

describe('createProjectLinks', () => {
  test('200: returns a line per row, links are live at once, and the audit log has one entry', async () => {
    const { project, params } = await newOwner();
    const admin = await newPerson({ project, role: 'admin' });
    await newLink(project, { slug: 'taken', externalId: 'old' });
    const rows: Rows = [
      { type: 'unified', slug: 'one', fallbackUrl: 'https://example.com/1' },
      { type: 'unified', slug: 'taken' },
      { type: 'unified', externalId: 'old' },
      { type: 'dynamic', slug: 'two', externalId: 'new' },
      { type: 'unified', fallbackUrl: 'javascript:alert(1)' },
    ];
    const lines = await sendRows(admin, params, rows);
    assert.deepEqual(
      lines.map(({ index, status }) => [index, status]),
      [
        [0, 201],
        [1, 400],
        [2, 200],
        [3, 201],
        [4, 400],
      ],
    );
    assert.equal((await visit(project.host, '/one')).headers.location, 'https://example.com/1');
    const again = await sendRows(admin, params, rows.slice(3, 4));
    assert.deepEqual([again[0]?.status, again[0]?.id], [200, lines[3]?.id]);
    const [entry, ...others] = await actionsOf(await ownerOf(project), params);
    assert.deepEqual(others, []);
    assert.equal(entry?.action, 'links.created');
    assert.equal(entry.target.name, 'one and 1 more');
    assert.deepEqual(entry.details, { count: 2 });
    assert.equal(entry.actor.userId, admin.user.id);
  });

  test(`200: accepts ${limitText('bulkRows')} rows of NDJSON, with audit entries that add up to them`, async () => {
    const { owner, params, project } = await newOwner();
    const row = (n: number) => JSON.stringify({ type: 'unified', externalId: `row-${n}` });
    const reply = await send({
      method: 'POST',
      path: `/api/v1/projects/${params.projectId}/links/bulk`,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/x-ndjson',
      },
      body: Array.from({ length: LIMITS.bulkRows }, (_, n) => row(n)).join('\n'),
      port: project.server.port,
    });
    assert.equal(reply.status, 200);
    const lines = reply.text.trimEnd().split('\n');
    assert.equal(lines.length, LIMITS.bulkRows);
    assert.ok(lines.every((line) => (JSON.parse(line) as BulkResult).status === 201));
    const counts = (await actionsOf(owner, params)).map(({ details }) => Number(details['count']));
    assert.equal(
      counts.reduce((sum, each) => sum + each, 0),
      LIMITS.bulkRows,
    );
  });

  test("200: rows beyond the plan's limit are refused one by one and not in the audit log", async () => {
    const { owner, project, params } = await newOwner({ plan: 'free' });
    await project.server.app.db
      .insertInto('link_counts')
      .values({ project_id: params.projectId, slot: 99, links: 9_999 })
      .execute();
    const lines = await sendRows(owner, params, [{ type: 'unified' }, { type: 'unified' }]);
    assert.deepEqual(
      lines.map(({ status }) => status),
      [201, 403],
    );
    assert.deepEqual(
      (await actionsOf(owner, params)).map(({ details }) => details),
      [{ count: 1 }],
    );
  });

  test('400: an empty body; 403: as a viewer; 404: no verified domain; 413: more than 64 MB', async () => {
    const { owner, project, params } = await newOwner({ noDomain: true });
    const path = `/api/v1/projects/${params.projectId}/links/bulk`;
    const headers = { authorization: `Bearer ${owner.token}` };
    const { port } = project.server;
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await viewer.call(createProjectLinks, { params, body: [] })).status, 403);
    const refused = await owner.call(createProjectLinks, { params, body: [{ type: 'unified' }] });
    assert.equal(refused.status, 404);
    const other = await newOwner();
    const empty = await send({
      method: 'POST',
      path: `/api/v1/projects/${other.params.projectId}/links/bulk`,
      headers: { authorization: `Bearer ${other.owner.token}` },
      body: ' ',
      port,
    });
    assert.equal(empty.status, 400);
    const body = ' '.repeat(LIMITS.bulkBytes + 1);
    const large = await send({
      method: 'POST',
      path: path.replace(params.projectId, other.params.projectId),
      headers: { ...headers, authorization: `Bearer ${other.owner.token}` },
      body,
      port,
    });
    assert.equal(large.status, 413);
  });
});

describe('restoreProjectLinks', () => {
  async function deleted(input: Parameters<typeof newLink>[1], on?: { project: TestProject }) {
    const { project } = on ?? (await newOwner());
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const link = await newLink(project, input);
    const mine = { ...params, linkId: link.id };
    assert.equal((await owner.call(deleteProjectLink, { params: mine })).status, 200);
    const restore = async (ids: string[] = [link.id]) =>
      bodyOf(await owner.call(restoreProjectLinks, { params, body: { ids } }), 200);
    return { project, owner, params, link, mine, restore };
  }

  test('200: the link is live at once with its clicks, and in the audit log', async () => {
    const { project } = await newOwner();
    await newLink(project, { slug: 'other' });
    const { owner, params, mine, restore } = await deleted(
      { slug: 'summer', externalId: 'x', fallbackUrl: 'https://example.com/summer' },
      { project },
    );
    assert.equal((await visit(project.host, '/summer')).status, 404);
    assert.deepEqual(await restore(), { restored: 1, refused: [] });
    assert.equal((await visit(project.host, '/summer', USER_AGENTS.desktop)).status, 302);
    const link = bodyOf(await owner.call(getProjectLink, { params: mine }), 200);
    assert.equal(link.externalId, 'x');
    assert.equal(link.stats.clicks, 1);
    assert.deepEqual(
      (await actionsOf(owner, params)).map(({ action, target }) => [action, target.name]),
      [
        ['link.restored', 'summer'],
        ['link.deleted', 'summer'],
      ],
    );
    // What is live is passed over, and nothing is noted for it.
    assert.deepEqual(await restore(), { restored: 0, refused: [] });
    assert.equal((await actionsOf(owner, params)).length, 2);
  });

  test('200: a link whose slug or externalId is taken stays deleted, with the reason', async () => {
    const { project, owner, params, link, restore } = await deleted({ slug: 'summer' });
    const body = { type: 'unified', slug: 'summer' } as const;
    bodyOf(await owner.call(createProjectLink, { params, body }), 201);
    const message = 'slug "summer" is taken by another link; delete that one first';
    assert.deepEqual(await restore(), {
      restored: 0,
      refused: [{ id: link.id, slug: 'summer', message }],
    });
    const second = await deleted({ slug: 'winter', externalId: 'same' }, { project });
    await newLink(project, { slug: 'spring', externalId: 'same' });
    const { refused } = await second.restore();
    assert.match(refused[0]?.message ?? '', /externalId "same" is taken/);
  });

  test('200: of two deleted links with one slug, the one deleted last is restored', async () => {
    const first = await deleted({ slug: 'twice' });
    const second = await deleted({ slug: 'twice' }, first);
    const { restored, refused } = await first.restore([first.link.id, second.link.id]);
    assert.equal(restored, 1);
    assert.deepEqual(
      refused.map(({ id }) => id),
      [first.link.id],
    );
  });

  test("200: restores up to the plan's limit with one audit entry and ignores foreign ids", async () => {
    const { project, owner, params } = await newOwner({ plan: 'free' });
    const foreign = await deleted({});
    const links = [await newLink(project), await newLink(project), await newLink(project)];
    const ids = links.map(({ id }) => id);
    bodyOf(await owner.call(deleteProjectLinks, { params, body: { ids } }), 200);
    await project.server.app.db
      .insertInto('link_counts')
      .values({ project_id: params.projectId, slot: 99, links: 9_998 })
      .execute();
    const body = { ids: [...ids, foreign.link.id] };
    const reply = bodyOf(await owner.call(restoreProjectLinks, { params, body }), 200);
    assert.equal(reply.restored, 2);
    assert.match(reply.refused[0]?.message ?? '', /^Limit links reached/);
    const [entry] = await actionsOf(owner, params);
    assert.equal(entry?.action, 'links.restored');
    assert.equal((entry.details['slugs'] as string[]).length, 2);
    assert.equal((await foreign.owner.call(getProjectLink, { params: foreign.mine })).status, 404);
  });

  test('200: a link whose domain was removed stays deleted', async () => {
    const { project, owner, params, restore } = await deleted({ slug: 'gone' });
    const { domains } = bodyOf(await owner.call(operations.listDomains, { params }), 200);
    const domainId = domains[0]?.id ?? '';
    await owner.call(operations.removeDomain, { params: { ...params, domainId } });
    assert.equal((await visit(project.host, '/gone')).status, 404);
    assert.match((await restore()).refused[0]?.message ?? '', /no longer a verified domain/);
  });

  test('overlapping calls restore only one link per slug', async () => {
    const first = await deleted({ slug: 'race' });
    const second = await deleted({ slug: 'race' }, first);
    const replies = await Promise.all(
      [first, second, first, second].map(({ link, restore }) => restore([link.id])),
    );
    assert.equal(
      replies.reduce((sum, { restored }) => sum + restored, 0),
      1,
    );
  });

  test('400: no ids, or invalid ones', async () => {
    const { owner, params } = await newOwner();
    for (const ids of [[], ['x']]) {
      const reply = await owner.call(restoreProjectLinks, { params, body: { ids } });
      assert.equal(reply.status, 400);
    }
  });
});
