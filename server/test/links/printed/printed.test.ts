import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { appKey, newLink, newProject } from '../../support/callers/personas.ts';

const { changeProjectLinks, deleteLink, deleteProjectLink, deleteProjectLinks } = operations;
const { getProjectLink, listLinkHistory, revertLinkChange, undoLinks } = operations;
const { updateLink, updateProjectLink } = operations;

const NEW = 'https://example.com/new';

async function newPrinted() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const link = await newLink(project, { fallbackUrl: 'https://example.com/old' });
  const params = { projectId: project.project.id, linkId: link.id };
  const put = (body: UpdateProjectLinkRequest, etag?: string) =>
    owner.call(updateProjectLink, {
      params,
      body,
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
  const marked = await put({ printed: true });
  bodyOf(marked, 200);
  const read = async () => bodyOf(await owner.call(getProjectLink, { params }), 200);
  return { project, owner, params, put, read, etag: marked.headers.get('etag') ?? '' };
}

/** What says where a link leads, each with another value. */
const LEADING: readonly UpdateProjectLinkRequest[] = [
  { fallbackUrl: NEW },
  { iosUrl: NEW },
  { androidUrl: NEW },
  { iosFallbackUrl: NEW },
  { androidFallbackUrl: NEW },
  { parameters: { screen: 'home' } },
  { allowQueryPassthrough: true },
  { iosSocialBreakout: true },
  { iosBrowserAutoOpen: true },
  { rules: [{ name: 'Night', when: { language: ['fr'] }, to: { fallbackUrl: NEW } }] },
  { expiresAt: '2035-01-01T00:00:00.000Z' },
  { expiredUrl: NEW },
  { expiresAfterClicks: 5 },
  { archived: true },
];

describe('a printed link', () => {
  test('409: whatever says where it leads, by people and by keys', async () => {
    const { project, params, put, read } = await newPrinted();
    const before = await read();
    const key = appKey(project);
    for (const body of LEADING) {
      const [field] = Object.keys(body);
      assert.match(String(bodyOf(await put(body), 409).message), /printed/, field);
      const byKey = await key(updateLink, { params: { id: params.linkId }, body });
      assert.match(String(bodyOf(byKey, 409).message), /propose/, field);
    }
    assert.equal((await put({ printed: false })).status, 409);
    assert.deepEqual(await read(), before);
  });

  test('what visitors do not follow changes freely, also with where it leads as it is', async () => {
    const { project, params, put, read } = await newPrinted();
    bodyOf(
      await put({ name: 'Poster', tags: ['print'], fallbackUrl: 'https://example.com/old' }),
      200,
    );
    const key = appKey(project);
    const body = { name: 'Leaflet', fallbackUrl: 'https://example.com/old', parameters: null };
    bodyOf(await key(updateLink, { params: { id: params.linkId }, body }), 200);
    assert.deepEqual((await read()).name, 'Leaflet');
  });

  test('409: its deletion and the revert of a change, by people and by keys', async () => {
    const { project, owner, params, read } = await newPrinted();
    assert.equal((await owner.call(deleteProjectLink, { params })).status, 409);
    const key = appKey(project);
    assert.equal((await key(deleteLink, { params: { id: params.linkId } })).status, 409);
    const { changes } = bodyOf(await owner.call(listLinkHistory, { params }), 200);
    const revert = { params: { ...params, changeId: changes[0]?.id ?? '' } };
    assert.equal((await owner.call(revertLinkChange, revert)).status, 409);
    assert.equal((await read()).printed, true);
  });

  test('412 comes before 409, and the mark is part of the version', async () => {
    const { owner, params, put, etag } = await newPrinted();
    assert.equal((await put({ fallbackUrl: NEW }, '"another"')).status, 412);
    assert.equal((await put({ fallbackUrl: NEW }, etag)).status, 409);
    const headers = { 'if-match': etag };
    assert.equal((await owner.call(deleteProjectLink, { params, headers })).status, 409);
    const named = await put({ name: 'Poster' }, etag);
    assert.equal(named.status, 200);
    assert.notEqual(named.headers.get('etag'), etag);
  });

  test('is left by changes of many, with the reason', async () => {
    const { project, owner, params, read } = await newPrinted();
    const plain = await newLink(project, { fallbackUrl: 'https://example.com/old' });
    const before = await read();
    const replaceText = {
      find: 'old',
      replaceBy: 'new',
      fields: ['fallbackUrl' as const],
    };
    const step = async (change: object, preview = false) =>
      bodyOf(
        await owner.call(changeProjectLinks, {
          params,
          body: { filter: {}, expected: 2, change, ...(preview && { preview }) },
        }),
        200,
      );
    for (const done of [
      await step({ replaceText }, true),
      await step({ replaceText }),
      await step({ archived: true }),
      await step({ expiresAt: '2035-01-01T00:00:00.000Z' }),
      await step({ deleted: true }),
    ]) {
      assert.deepEqual(done.changed, [plain.id]);
      assert.deepEqual(
        done.refused.map(({ id, message }) => [id, /printed/.test(message)]),
        [[params.linkId, true]],
      );
    }
    const removed = await owner.call(deleteProjectLinks, {
      params,
      body: { ids: [params.linkId] },
    });
    const { deleted, refused } = bodyOf(removed, 200);
    assert.deepEqual([deleted, refused.length], [0, 1]);
    assert.deepEqual(await read(), before);
    const tagged = await step({ addTag: 'print' });
    assert.deepEqual([tagged.changed, tagged.refused], [[params.linkId], []]);
  });

  test('is left when what was imported is undone', async () => {
    const { project, params, read } = await newPrinted();
    const { updatedAt } = await read();
    const key = appKey(project);
    const body = { links: [{ id: params.linkId, updatedAt }] };
    const undone = bodyOf(await key(undoLinks, { body }), 200);
    assert.deepEqual(undone, { deleted: [], changed: [], gone: [], refused: [params.linkId] });
  });

  test('a viewer neither marks it nor changes it', async () => {
    const { project, params } = await newPrinted();
    const viewer = await newPerson({ project, role: 'viewer' });
    const reply = await viewer.call(updateProjectLink, { params, body: { printed: true } });
    assert.equal(reply.status, 403);
  });
});
