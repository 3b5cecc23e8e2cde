import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { LinkChange } from '@fairlead/contract/operations/dashboard/linkHistory';
import { newId } from '#platform/lib/uuid.ts';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';

const { changeProjectLinks, deleteProjectLink, getProjectLink, listAuditEntries } = operations;
const { listLinkHistory, restoreProjectLinks, revertLinkChange } = operations;
const { updateLink, updateProjectLink } = operations;

const A = 'https://example.com/a';
const B = 'https://example.com/b';

async function newHistory() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const link = await newLink(project, { slug: 'a', iosUrl: A });
  const params = { projectId: project.project.id, linkId: link.id };
  return { project, owner, params };
}

type Params = Awaited<ReturnType<typeof newHistory>>['params'];

async function historyOf({ call }: Person, params: Params): Promise<LinkChange[]> {
  return bodyOf(await call(listLinkHistory, { params }), 200).changes;
}

/** Each change as its fields and values. */
async function valuesOf(person: Person, params: Params) {
  const changes = await historyOf(person, params);
  return changes.map(({ fields }) =>
    Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
  );
}

async function firstChange(person: Person, params: Params): Promise<LinkChange> {
  const [change] = await historyOf(person, params);
  assert.ok(change);
  return change;
}

function revert({ call }: Person, params: Params, { id }: Pick<LinkChange, 'id'>) {
  return call(revertLinkChange, { params: { ...params, changeId: id } });
}

/** A change as an earlier release could have left it. */
async function insertChange(project: TestProject, params: Params, before: object, after: object) {
  const id = newId();
  await project.server.app.db
    .insertInto('link_changes')
    .values({
      link_id: params.linkId,
      id,
      author_kind: 'operator',
      author_name: 'The operator',
      before: { ...before },
      after: { ...after },
    })
    .execute();
  return { id };
}

describe('listLinkHistory', () => {
  test('200: who changed which fields, from what to what, newest first and page by page', async () => {
    const { project, owner, params } = await newHistory();
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const changes = { iosUrl: B, tags: ['one'], expiresAt, metadata: { ogTitle: 'Title' } };
    bodyOf(await owner.call(updateProjectLink, { params, body: changes }), 200);
    const byKey = {
      params: { id: params.linkId },
      body: { iosUrl: null, archived: true, importedClicks: 7 },
    };
    bodyOf(await appKey(project)(updateLink, byKey), 200);
    assert.deepEqual(await valuesOf(owner, params), [
      { iosUrl: [B, null], archived: [false, true], importedClicks: [null, 7] },
      {
        iosUrl: [A, B],
        metadata: [null, { ogTitle: 'Title' }],
        tags: [[], ['one']],
        expiresAt: [null, expiresAt],
      },
    ]);
    const [second, first] = await historyOf(owner, params);
    assert.deepEqual(first?.author, { kind: 'user', id: owner.user.id, name: owner.user.name });
    const [key] = await project.server.app.db
      .selectFrom('app_keys')
      .select(['id', 'name'])
      .where('project_id', '=', params.projectId)
      .execute();
    assert.deepEqual(second?.author, { kind: 'key', ...key });
    const link = bodyOf(await owner.call(getProjectLink, { params }), 200);
    assert.ok(first.at <= second.at && Date.parse(second.at) <= Date.parse(link.updatedAt) + 1000);

    const page = async (cursor?: string) => {
      const query = { limit: 1, ...(cursor !== undefined && { cursor }) };
      return bodyOf(await owner.call(listLinkHistory, { params, query }), 200);
    };
    const { changes: top, nextCursor } = await page();
    const { changes: rest, nextCursor: end } = await page(nextCursor ?? '');
    assert.deepEqual([top[0]?.id, rest[0]?.id, end], [second.id, first.id, null]);
  });

  test('200: a change that changes nothing, a deletion and a restoration leave no trace', async () => {
    const { owner, params } = await newHistory();
    for (const body of [{ iosUrl: A }, {}, { tags: [], name: null }]) {
      bodyOf(await owner.call(updateProjectLink, { params, body }), 200);
    }
    bodyOf(await owner.call(deleteProjectLink, { params }), 200);
    bodyOf(await owner.call(restoreProjectLinks, { params, body: { ids: [params.linkId] } }), 200);
    assert.deepEqual(await historyOf(owner, params), []);
  });

  test('200: a change of many is in the history of each link that it made different, under one id', async () => {
    const { project, owner, params } = await newHistory();
    const other = await newLink(project, { slug: 'b' });
    const others = { ...params, linkId: other.id };
    bodyOf(await owner.call(updateProjectLink, { params, body: { tags: ['Spring'] } }), 200);
    const body = { filter: {}, expected: 2, change: { addTag: 'spring' } };
    bodyOf(await owner.call(changeProjectLinks, { params, body }), 200);
    assert.deepEqual(await valuesOf(owner, others), [{ tags: [[], ['spring']] }]);
    assert.deepEqual(await valuesOf(owner, params), [{ tags: [[], ['Spring']] }]);
    const archive = { ...body, change: { archived: true } };
    bodyOf(await owner.call(changeProjectLinks, { params, body: archive }), 200);
    const [mine, theirs] = await Promise.all([
      firstChange(owner, params),
      firstChange(owner, others),
    ]);
    assert.equal(mine.id, theirs.id);
    assert.deepEqual(mine.fields, [{ field: 'archived', before: false, after: true }]);
  });

  test('200: two changes at the same moment both tell what they replaced', async () => {
    const { owner, params } = await newHistory();
    const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
    await Promise.all(
      names.map(async (name) =>
        bodyOf(await owner.call(updateProjectLink, { params, body: { name } }), 200),
      ),
    );
    const changes = (await valuesOf(owner, params)).flatMap(({ name }) => (name ? [name] : []));
    const befores = changes.map(([before]) => before);
    const afters = changes.map(([, after]) => after);
    const { name } = bodyOf(await owner.call(getProjectLink, { params }), 200);
    assert.deepEqual(new Set(afters), new Set(names));
    // One chain: every value but the last was replaced exactly once.
    assert.deepEqual(new Set(befores), new Set([null, ...names.filter((each) => each !== name)]));
  });

  test(`200: keeps the last ${LIMITS.linkChanges} changes of each link, until the link is gone`, async () => {
    const { project, owner, params } = await newHistory();
    const { db } = project.server.app;
    const count = async () => {
      const rows = db.selectFrom('link_changes').where('link_id', '=', params.linkId);
      return (await rows.select('id').execute()).length;
    };
    const first = await insertChange(project, params, { name: null }, { name: '0' });
    for (let n = 1; n < LIMITS.linkChanges; n += 1) {
      await insertChange(project, params, { name: `${n - 1}` }, { name: `${n}` });
    }
    assert.equal(await count(), LIMITS.linkChanges);
    bodyOf(await owner.call(updateProjectLink, { params, body: { name: 'new' } }), 200);
    assert.equal(await count(), LIMITS.linkChanges);
    const query = { limit: LIMITS.pageSize };
    const { changes } = bodyOf(await owner.call(listLinkHistory, { params, query }), 200);
    assert.equal(changes[0]?.fields[0]?.after, 'new');
    assert.ok(changes.every(({ id }) => id !== first.id));
    await db.deleteFrom('links').where('id', '=', params.linkId).execute();
    assert.equal(await count(), 0);
  });

  test('200: viewers and secret keys; 400: a cursor of something else; 404: a link of another project', async () => {
    const { project, owner, params } = await newHistory();
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.deepEqual(await historyOf(viewer, params), []);
    const key = appKey(project, {}, '/api/v1');
    assert.equal((await key(listLinkHistory, { params })).status, 200);
    const query = { cursor: 'x' };
    assert.equal((await owner.call(listLinkHistory, { params, query })).status, 400);
    const other = await newHistory();
    const theirs = { ...params, linkId: other.params.linkId };
    assert.equal((await owner.call(listLinkHistory, { params: theirs })).status, 404);
  });
});

describe('revertLinkChange', () => {
  test('200: sets the fields back as a change of its own, in the history and the audit log', async () => {
    const { project, owner, params } = await newHistory();
    const body = { iosUrl: B, name: 'B', tags: ['b'], expiresAt: '2030-01-01T00:00:00.000Z' };
    bodyOf(await owner.call(updateProjectLink, { params, body }), 200);
    const admin = await newPerson({ project, role: 'admin' });
    const link = bodyOf(await revert(admin, params, await firstChange(owner, params)), 200);
    assert.partialDeepStrictEqual(link, { iosUrl: A, name: null, tags: [], expiresAt: null });
    const [change, ...earlier] = await historyOf(owner, params);
    assert.equal(earlier.length, 1);
    assert.equal(change?.author.id, admin.user.id);
    assert.deepEqual(
      change.fields.find(({ field }) => field === 'iosUrl'),
      { field: 'iosUrl', before: B, after: A },
    );
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const [entry] = entries;
    assert.deepEqual([entry?.action, entry?.actor.userId], ['link.updated', admin.user.id]);
    assert.deepEqual(entry?.details, { fields: ['name', 'iosUrl', 'tags', 'expiresAt'] });
    // Repeated, it finds nothing to do.
    bodyOf(await revert(admin, params, earlier[0]!), 200);
    assert.equal((await historyOf(owner, params)).length, 2);
    // And it can itself be reverted.
    assert.equal(bodyOf(await revert(owner, params, change), 200).iosUrl, B);
  });

  test('200: with a secret key, which the history names', async () => {
    const { project, owner, params } = await newHistory();
    bodyOf(await owner.call(updateProjectLink, { params, body: { iosUrl: B } }), 200);
    const { id } = await firstChange(owner, params);
    const key = appKey(project, {}, '/api/v1');
    const reply = await key(revertLinkChange, { params: { ...params, changeId: id } });
    assert.equal(bodyOf(reply, 200).iosUrl, A);
    assert.equal((await firstChange(owner, params)).author.kind, 'key');
  });

  test('409: names the field that has been changed again, and changes nothing', async () => {
    const { owner, params } = await newHistory();
    const update = async (body: { iosUrl?: string; name?: string }) =>
      bodyOf(await owner.call(updateProjectLink, { params, body }), 200);
    await update({ iosUrl: B, name: 'B' });
    const change = await firstChange(owner, params);
    await update({ iosUrl: 'https://example.com/c' });
    const refused = bodyOf(await revert(owner, params, change), 409);
    assert.equal(
      refused.message,
      'iosUrl has been changed again since; revert the later change first, or set iosUrl to what it should be',
    );
    assert.equal(bodyOf(await owner.call(getProjectLink, { params }), 200).name, 'B');
    // Back at what the change had made of it, nothing is lost by reverting.
    await update({ iosUrl: B });
    assert.equal(bodyOf(await revert(owner, params, change), 200).iosUrl, A);
  });

  test('400: a value that would not be accepted today', async () => {
    const { project, owner, params } = await newHistory();
    const refusalOf = async (before: object, after: object) => {
      const change = await insertChange(project, params, before, after);
      return bodyOf(await revert(owner, params, change), 400).message;
    };
    const address = await refusalOf({ ios_url: 'javascript:alert(1)' }, { ios_url: A });
    assert.match(String(address), /iosUrl must not use the javascript: scheme/);
    const name = await refusalOf({ name: 'x'.repeat(LIMITS.nameLength + 1) }, { name: null });
    assert.match(String(name), /name must be at most 255 characters/);
    const loop = await refusalOf(
      { fallback_url: `http://${project.host}/a` },
      {
        fallback_url: 'https://example.com/',
      },
    );
    assert.match(String(loop), /fallbackUrl/);
  });

  test('403: viewers; 404: no such change, or one of another link', async () => {
    const { project, owner, params } = await newHistory();
    bodyOf(await owner.call(updateProjectLink, { params, body: { iosUrl: B } }), 200);
    const change = await firstChange(owner, params);
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await revert(viewer, params, change)).status, 403);
    const other = await newLink(project, { slug: 'other' });
    assert.equal((await revert(owner, { ...params, linkId: other.id }, change)).status, 404);
    assert.equal((await revert(owner, params, { id: newId() })).status, 404);
    const stranger = await newHistory();
    const theirs = { ...stranger.params, linkId: params.linkId };
    assert.equal((await revert(stranger.owner, theirs, change)).status, 404);
    assert.equal(bodyOf(await owner.call(getProjectLink, { params }), 200).iosUrl, B);
  });
});
