import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { newId } from '#platform/lib/uuid.ts';
import { makeExport } from '../../support/makeExport.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';

const { changeProjectLinks, createProjectLink, createProjectLinks, listProjectLinks } = operations;
const { deleteProjectLink, deleteProjectLinks, listAuditEntries, updateProjectLink } = operations;

type Query = {
  tag?: string;
  archived?: boolean;
  expired?: boolean;
  deleted?: boolean;
  sortBy?: 'deletedAt';
};

async function newOwner(input: Parameters<typeof newProject>[0] = {}) {
  const project = await newProject(input);
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const list = async (query: Query = {}) =>
    bodyOf(await owner.call(listProjectLinks, { params, query }), 200);
  const slugs = async (query: Query = {}) => (await list(query)).links.map(({ slug }) => slug);
  const add = async (body: { slug: string; [field: string]: unknown }) =>
    bodyOf(
      await owner.call(createProjectLink, { params, body: { type: 'unified', ...body } }),
      201,
    );
  const send = (body: {
    filter: Query & { ids?: string[] };
    expected: number;
    asOf?: string;
    after?: string;
    change: LinksChange;
  }) => owner.call(changeProjectLinks, { params, body });
  /** All steps of a change. */
  async function change(by: LinksChange, filter: Query = {}) {
    const { total, asOf } = await list(filter);
    const changed: string[] = [];
    let steps = 0;
    let after: string | null = null;
    do {
      const body = { filter, expected: total, asOf, change: by, ...(after && { after }) };
      const step: { changed: string[]; next: string | null } = bodyOf(await send(body), 200);
      changed.push(...step.changed);
      after = step.next;
      steps += 1;
    } while (after !== null);
    return { changed, steps };
  }
  return { project, owner, params, list, slugs, add, send, change };
}

describe('listProjectLinks', () => {
  test('filters by tag, archived and expired, alone and together', async () => {
    const { slugs, add, owner, params } = await newOwner();
    await add({ slug: 'plain' });
    await add({ slug: 'tagged', tags: ['Spring', 'print'] });
    await add({ slug: 'aside', tags: ['spring'], archived: true });
    const { id } = await add({ slug: 'over', tags: ['print'] });
    const body = { expiresAt: '2020-01-01T00:00:00Z' };
    const mine = { ...params, linkId: id };
    bodyOf(await owner.call(updateProjectLink, { params: mine, body }), 200);
    assert.deepEqual(await slugs({ tag: 'sPRing' }), ['aside', 'tagged']);
    assert.deepEqual(await slugs({ tag: 'spring', archived: false }), ['tagged']);
    assert.deepEqual(await slugs({ tag: 'print, SPRING' }), ['tagged']);
    assert.deepEqual(await slugs({ tag: 'spring,' }), []);
    assert.deepEqual(await slugs({ archived: true }), ['aside']);
    assert.deepEqual(await slugs({ expired: true }), ['over']);
    assert.deepEqual(await slugs({ expired: false, tag: 'print' }), ['tagged']);
    assert.deepEqual(await slugs({ tag: 'spri' }), []);
  });

  test('an export takes the same filters', async () => {
    const { project, add } = await newOwner();
    await add({ slug: 'kept', tags: ['Spring'] });
    await add({ slug: 'aside', tags: ['Spring'], archived: true });
    const { records } = await makeExport(project, {
      tag: 'spring',
      archived: false,
      expired: false,
    });
    assert.deepEqual(
      records.slice(1).map((record) => record[2]),
      ['kept'],
    );
  });

  test('lists as deleted what was deleted in the last 30 days, last deleted first', async () => {
    const { project, owner, params, list, slugs, add } = await newOwner();
    for (const slug of ['first', 'second', 'long-ago', 'stays']) {
      const { id: linkId } = await add({ slug });
      if (slug === 'stays') continue;
      bodyOf(await owner.call(deleteProjectLink, { params: { ...params, linkId } }), 200);
    }
    await project.server.app.db
      .updateTable('links')
      .set({ deleted_at: new Date(Date.now() - (LIMITS.trashDays * 24 + 1) * 3_600_000) })
      .where('project_id', '=', params.projectId)
      .where('slug', '=', 'long-ago')
      .execute();
    assert.deepEqual(await slugs({ deleted: true, sortBy: 'deletedAt' }), ['second', 'first']);
    assert.deepEqual(await slugs({ deleted: false }), ['stays']);
    const { links, total } = await list({ deleted: true });
    assert.equal(total, 2);
    assert.ok(links.every(({ deletedAt }) => deletedAt !== undefined));
    assert.equal((await list()).links[0]?.deletedAt, undefined);
  });
});

describe('changeProjectLinks', () => {
  test('200: adds and removes a tag, and changes only the links that it concerns', async () => {
    const { owner, params, add, slugs, change } = await newOwner();
    const one = await add({ slug: 'one', tags: ['a', 'Spring', 'b'] });
    const two = await add({ slug: 'two' });
    const added = await change({ addTag: 'spring' });
    assert.deepEqual(added.changed, [two.id]);
    assert.deepEqual((await change({ removeTag: 'SPRING' })).changed.toSorted(), [one.id, two.id]);
    assert.deepEqual(await slugs({ tag: 'spring' }), []);
    assert.deepEqual(await slugs({ tag: 'b' }), ['one']);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.slice(0, 2).map(({ action, details }) => [action, details]),
      [
        ['links.updated', { removeTag: 'SPRING', slugs: ['two', 'one'] }],
        ['links.updated', { addTag: 'spring', slugs: ['two'] }],
      ],
    );
  });

  test('200: archives, sets and clears the expiry; visitors get the change at once', async () => {
    const { project, add, slugs, change } = await newOwner();
    await add({ slug: 'one', tags: ['x'], fallbackUrl: 'https://example.com/' });
    await add({ slug: 'two', fallbackUrl: 'https://example.com/' });
    await change({ archived: true }, { tag: 'x' });
    assert.deepEqual(await slugs({ archived: false }), ['two']);
    await change({ expiresAt: '2020-01-01T00:00:00Z' }, { tag: 'x' });
    assert.deepEqual(await slugs({ expired: true }), ['one']);
    assert.equal((await visit(project.host, '/one', USER_AGENTS.desktop)).status, 404);
    await change({ expiresAt: null });
    assert.equal((await visit(project.host, '/one', USER_AGENTS.desktop)).status, 302);
  });

  test('200: deletes all that match in steps, brings them back, and leaves newer links alone', async () => {
    const { owner, params, list, slugs, send, change } = await newOwner();
    const count = LIMITS.changeStep + 5;
    const rows = Array.from({ length: count }, (_, n) => ({
      type: 'unified' as const,
      slug: `s${n}`,
    }));
    const reply = bodyOf(await owner.call(createProjectLinks, { params, body: rows }), 200);
    await Array.fromAsync(reply);
    const { asOf, total } = await list();
    assert.equal(total, count);
    const body = { filter: {}, expected: total, asOf, change: { deleted: true } };
    const first = bodyOf(await send(body), 200);
    assert.equal(first.examined, LIMITS.changeStep);
    // Made after the list was read: never seen by the person, so never meant.
    await owner.call(createProjectLink, { params, body: { type: 'unified', slug: 'new' } });
    const second = bodyOf(await send({ ...body, after: first.next ?? '' }), 200);
    assert.deepEqual([second.examined, second.next], [5, null]);
    assert.deepEqual(await slugs(), ['new']);
    const { changed, steps } = await change({ deleted: false }, { deleted: true });
    assert.deepEqual([changed.length, steps], [count, 2]);
    assert.equal((await list()).total, count + 1);
  });

  test('200: with ids, changes only these', async () => {
    const { add, slugs, send } = await newOwner();
    const { id } = await add({ slug: 'one' });
    await add({ slug: 'two' });
    const body = { filter: { ids: [id] }, expected: 1, change: { archived: true } };
    assert.deepEqual(bodyOf(await send(body), 200).changed, [id]);
    assert.deepEqual(await slugs({ archived: true }), ['one']);
  });

  test('200: a link with all its tags, or whose slug is taken, stays as it is, with the reason', async () => {
    const { owner, params, add, send } = await newOwner();
    const tags = Array.from({ length: LIMITS.tagsPerLink }, (_, n) => `t${n}`);
    const full = await add({ slug: 'full', tags });
    const tagged = bodyOf(await send({ filter: {}, expected: 1, change: { addTag: 'more' } }), 200);
    assert.deepEqual(
      tagged.refused.map(({ id }) => id),
      [full.id],
    );
    assert.match(tagged.refused[0]?.message ?? '', /remove one first/);
    await owner.call(deleteProjectLinks, { params, body: { ids: [full.id] } });
    await add({ slug: 'full' });
    const restored = bodyOf(
      await send({ filter: { deleted: true }, expected: 1, change: { deleted: false } }),
      200,
    );
    assert.deepEqual(restored.changed, []);
    assert.match(restored.refused[0]?.message ?? '', /slug "full" is taken/);
  });

  test('400: none or several changes, no step, a bad tag; 409: more links match than were seen', async () => {
    const { project, slugs, send } = await newOwner();
    await newLink(project, { slug: 'one' });
    await newLink(project, { slug: 'two' });
    for (const change of [{}, { archived: true, deleted: true }, { addTag: 'a,b' }]) {
      assert.equal((await send({ filter: {}, expected: 2, change })).status, 400);
    }
    const more = { filter: {}, expected: 1, change: { deleted: true } };
    assert.equal((await send(more)).status, 409);
    assert.deepEqual(await slugs(), ['two', 'one']);
  });

  test("changes nothing in someone else's project", async () => {
    const { send } = await newOwner();
    const other = await newOwner();
    const { id } = await other.add({ slug: 'theirs' });
    const body = { filter: { ids: [id, newId()] }, expected: 2, change: { deleted: true } };
    assert.deepEqual(bodyOf(await send(body), 200).changed, []);
    assert.deepEqual(await other.slugs(), ['theirs']);
  });
});
