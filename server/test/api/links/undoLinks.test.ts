import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import { newId } from '#platform/lib/uuid.ts';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import {
  anonymous,
  appKey,
  newProject,
  operator,
  type TestProject,
} from '../../support/callers/personas.ts';
import { newPerson, ownerOf } from '../../support/callers/person.ts';
import { send } from '../../support/callers/request.ts';

/** Rows of a bulk creation, and of its dry run. */
async function create(project: TestProject, rows: readonly object[], query = '') {
  const { status, text } = await send({
    method: 'POST',
    path: `/v1/links/bulk${query}`,
    port: project.server.port,
    headers: {
      host: 'api.test:3000',
      'content-type': 'application/json',
      'x-app-key': project.appKey,
    },
    body: JSON.stringify(rows),
  });
  assert.equal(status, 200, text);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BulkResult);
}

const LINK = { type: 'unified', fallbackUrl: 'https://example.com/' };
const asGiven = ({ id, updatedAt }: BulkResult) => ({ id: id!, updatedAt: updatedAt! });
const GONE = () => ({ id: newId(), updatedAt: '2026-01-01T00:00:00.000Z' });

async function liveSlugs(project: TestProject): Promise<string[]> {
  const { body } = await appKey(project)(operations.listLinks, { query: {} });
  assert.ok('links' in body);
  return body.links.map(({ slug }) => slug).toSorted();
}

suite('undoLinks', () => {
  test('200: deletes what nobody has changed, and tells the rest apart', async () => {
    const project = await newProject();
    const call = appKey(project);
    const made = await create(
      project,
      ['a', 'b', 'c'].map((slug) => ({ ...LINK, slug })),
    );
    const [a, b, c] = made.map(asGiven);
    await call(operations.updateLink, { params: { id: b!.id }, body: { name: 'Mine' } });
    await call(operations.deleteLink, { params: { id: c!.id } });
    const { status, body } = await call(operations.undoLinks, { body: { links: [a!, b!, c!] } });
    assert.equal(status, 200);
    assert.deepEqual(body, { deleted: [a!.id], changed: [b!.id], gone: [c!.id], refused: [] });
    assert.deepEqual(await liveSlugs(project), ['b']);
  });

  test("200: a member's deletion is in the audit log; links of another project are gone to it", async () => {
    const project = await newProject();
    const other = await newProject();
    const [mine] = (await create(project, [{ ...LINK, slug: 'mine' }])).map(asGiven);
    const [foreign] = (await create(other, [{ ...LINK, slug: 'foreign' }])).map(asGiven);
    const owner = await ownerOf(project);
    const { id: projectId } = project.project;
    const { body } = await owner.call(operations.undoLinks, {
      query: { projectId },
      body: { links: [mine!, foreign!] },
    });
    assert.deepEqual(body, { deleted: [mine!.id], changed: [], gone: [foreign!.id], refused: [] });
    assert.deepEqual(await liveSlugs(other), ['foreign']);
    const log = await owner.call(operations.listAuditEntries, { params: { projectId }, query: {} });
    assert.ok('entries' in log.body);
    assert.equal(log.body.entries[0]?.action, 'links.deleted');
  });

  test('400, 401, 403, 404 and 413 say why', async () => {
    const project = await newProject();
    const links = [GONE()];
    const empty = await appKey(project)(operations.undoLinks, { body: { links: [] } });
    assert.equal(empty.status, 400);
    const nobody = await anonymous();
    assert.equal((await nobody(operations.undoLinks, { body: { links } })).status, 401);
    const viewer = await newPerson({ project, role: 'viewer' });
    const query = { projectId: project.project.id };
    assert.equal((await viewer.call(operations.undoLinks, { query, body: { links } })).status, 403);
    const elsewhere = { query: { projectId: newId() }, body: { links } };
    assert.equal((await viewer.call(operations.undoLinks, elsewhere)).status, 404);
    const large = { links: Array.from({ length: 4000 }, GONE) };
    assert.equal((await appKey(project)(operations.undoLinks, { body: large })).status, 413);
  });
});

suite('undoLinksForOperator', () => {
  test('200 in any project; 400, 404 and 413 say why', async () => {
    const project = await newProject();
    const [made] = (await create(project, [LINK])).map(asGiven);
    const call = await operator();
    const params = { projectId: project.project.id };
    const undo = async (links: { id: string; updatedAt: string }[], named = params) =>
      call(operations.undoLinksForOperator, { params: named, body: { links } });
    assert.deepEqual((await undo([made!])).body, {
      deleted: [made!.id],
      changed: [],
      gone: [],
      refused: [],
    });
    assert.equal((await undo([])).status, 400);
    assert.equal((await undo([GONE()], { projectId: newId() })).status, 404);
    assert.equal((await undo(Array.from({ length: 4000 }, GONE))).status, 413);
  });
});

suite('a dry run of a bulk creation', () => {
  test('answers as the creation does, without ids, and keeps nothing', async () => {
    const project = await newProject();
    const [there] = await create(project, [{ ...LINK, slug: 'there', externalId: 'there' }]);
    const rows = [
      { ...LINK, slug: 'new' },
      { ...LINK, slug: 'new' },
      { ...LINK, externalId: 'there' },
      { ...LINK, fallbackUrl: 'javascript:alert(1)' },
      { ...LINK, domain: 'elsewhere.test' },
      // Passes every check; the database alone refuses it, which must not end the rehearsal.
      { ...LINK, name: '\ud800' },
    ];
    const planned = await create(project, rows, '?dryRun=true');
    assert.deepEqual(await liveSlugs(project), ['there']);
    const [first, , third] = planned;
    assert.equal(first?.id ?? first?.updatedAt, undefined);
    assert.equal(third?.id, there!.id);
    const done = await create(project, rows);
    const told = (results: readonly BulkResult[]) =>
      results.map(({ status, message }) => ({ status, message }));
    assert.deepEqual(told(planned), told(done));
  });

  test('counts what the calls before would have created against the plan', async () => {
    const project = await newProject({ plan: 'free' });
    const statuses = async (planned: number) =>
      (await create(project, [LINK], `?dryRun=true&planned=${planned}`)).map(
        ({ status }) => status,
      );
    assert.deepEqual(await statuses(0), [201]);
    assert.notDeepEqual(await statuses(1_000_000), [201]);
  });
});

suite('getKeyProject', () => {
  test('200 for a secret key; 401 without one, 403 for a publishable one', async () => {
    const project = await newProject();
    const { status, body } = await appKey(project)(operations.getKeyProject, {});
    assert.equal(status, 200);
    assert.deepEqual(body, { id: project.project.id, name: 'Test' });
    const { text } = await insertAppKey(project.server.app.db, project.project, {
      name: 'App',
      class: 'publishable',
    });
    const app = await anonymous('/v1', { 'x-app-key': text });
    assert.equal((await app(operations.getKeyProject, {})).status, 403);
    assert.equal((await (await anonymous())(operations.getKeyProject, {})).status, 401);
  });
});
