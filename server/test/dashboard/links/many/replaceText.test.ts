import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { LinksChange, ReplaceText } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { CreateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { newProject } from '../../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../../support/callers/person.ts';

const { changeProjectLinks, createFolder, createProjectLink, createProjectLinks } = operations;
const { deleteFolder, deleteProjectLink, getProjectLink, listAuditEntries } = operations;
const { listLinkHistory, listProjectLinks, updateProject, updateProjectLink } = operations;

async function newOwner() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const add = async (body: Partial<CreateProjectLinkRequest>) =>
    bodyOf(
      await owner.call(createProjectLink, { params, body: { type: 'unified', ...body } }),
      201,
    );
  const get = async (linkId: string) =>
    bodyOf(await owner.call(getProjectLink, { params: { ...params, linkId } }), 200);
  const total = async () => bodyOf(await owner.call(listProjectLinks, { params }), 200).total;
  const send = async (change: LinksChange, more: { preview?: boolean; ids?: string[] } = {}) => {
    const { preview, ids } = more;
    const body = {
      filter: ids ? { ids } : {},
      expected: Math.max(1, await total()),
      change,
      ...(preview !== undefined && { preview }),
    };
    return owner.call(changeProjectLinks, { params, body });
  };
  const change = async (by: LinksChange, more = {}) => bodyOf(await send(by, more), 200);
  return { app: project.server.app, host: project.host, owner, params, add, get, send, change };
}

const moved: ReplaceText = {
  find: 'https://old.example/',
  replaceBy: 'https://new.example/',
  fields: ['fallbackUrl'],
};

describe('changeProjectLinks, with replaceText', () => {
  test('changes what occurs in the chosen fields, everywhere, and nothing else', async () => {
    const { owner, params, add, get, change } = await newOwner();
    const both = await add({
      slug: 'both',
      fallbackUrl: 'https://old.example/a?then=https://old.example/b',
      iosUrl: 'https://old.example/ios',
    });
    const other = await add({ slug: 'other', fallbackUrl: 'https://OLD.example/' });
    const { changed, refused } = await change({ replaceText: moved });
    assert.deepEqual([changed, refused], [[both.id], []]);
    const after = await get(both.id);
    assert.equal(after.fallbackUrl, 'https://new.example/a?then=https://new.example/b');
    assert.equal(after.iosUrl, 'https://old.example/ios');
    assert.equal((await get(other.id)).fallbackUrl, 'https://OLD.example/');
    const mine = { ...params, linkId: both.id };
    const { changes } = bodyOf(await owner.call(listLinkHistory, { params: mine }), 200);
    assert.deepEqual(
      changes[0]?.fields.map(({ field }) => field),
      ['fallbackUrl'],
    );
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(entries[0]?.details, { replaceText: moved, slugs: ['both'] });
  });

  test('takes text as it is, also what means something to patterns', async () => {
    const { add, get, change } = await newOwner();
    const { id } = await add({ fallbackUrl: 'https://example.com/a.c?x=1' });
    const other = await add({ fallbackUrl: 'https://example.com/abc?x=1' });
    await change({ replaceText: { find: 'a.c?', replaceBy: "$&$'?", fields: ['fallbackUrl'] } });
    assert.equal((await get(id)).fallbackUrl, "https://example.com/$&$'?x=1");
    assert.equal((await get(other.id)).fallbackUrl, 'https://example.com/abc?x=1');
  });

  test('changes rules and variants only if asked, and only in the chosen fields', async () => {
    const { add, get, change } = await newOwner();
    const to = { fallbackUrl: 'https://old.example/r', iosUrl: 'https://old.example/i' };
    const { id } = await add({
      fallbackUrl: 'https://old.example/',
      rules: [{ name: 'Austria', when: { country: ['AT'] }, to }],
      variants: [
        { name: 'A', share: 50, to: {} },
        { name: 'B', share: 50, to: { fallbackUrl: 'https://old.example/v' } },
      ],
    });
    await change({ replaceText: moved });
    assert.deepEqual((await get(id)).rules?.[0]?.to, to);
    const { changeId } = await change({ replaceText: { ...moved, inRules: true } });
    const { rules, variants } = await get(id);
    assert.deepEqual(rules?.[0]?.to, { ...to, fallbackUrl: 'https://new.example/r' });
    assert.equal(variants?.[1]?.to.fallbackUrl, 'https://new.example/v');
    await change({ undo: changeId ?? '' });
    const back = await get(id);
    assert.deepEqual(back.rules?.[0]?.to, to);
    assert.equal(back.variants?.[1]?.to.fallbackUrl, 'https://old.example/v');
    assert.equal(back.fallbackUrl, 'https://new.example/');
  });

  test('refuses what would be invalid, not allowed or a loop, link by link, with the reason', async () => {
    const { host, owner, params, add, get, change } = await newOwner();
    await owner.call(updateProject, { params, body: { utmValues: { source: ['mail', 'x'] } } });
    const fine = await add({ slug: 'fine', fallbackUrl: 'https://old.example/x' });
    const itself = await add({ slug: 'itself', fallbackUrl: 'https://old.example/itself' });
    const one = await add({ slug: 'one', fallbackUrl: 'https://old.example/two' });
    const two = await add({ slug: 'two', fallbackUrl: 'https://old.example/one' });
    const toHost = { ...moved, replaceBy: `https://${host}/` };
    const { changed, refused } = await change({ replaceText: toHost });
    assert.deepEqual(changed, [two.id, fine.id], 'the first of a circle leads to the second');
    assert.deepEqual(
      refused.map(({ id }) => id),
      [one.id, itself.id],
    );
    assert.match(refused[0]?.message ?? '', /"two", which leads back here/);
    assert.match(refused[1]?.message ?? '', /leads to the link itself/);
    assert.equal((await get(itself.id)).fallbackUrl, 'https://old.example/itself');

    const tagged = await add({ fallbackUrl: 'https://old.example/?utm_source=mail' });
    for (const [replaceText, reason] of [
      [
        { ...moved, find: 'https:', replaceBy: 'javascript:' },
        /must not use the javascript: scheme/,
      ],
      [{ ...moved, find: 'https://old.example/?utm_source=mail', replaceBy: '' }, /full URL/],
      [{ ...moved, find: 'mail', replaceBy: 'fax' }, /utm_source "fax"/],
    ] as const) {
      const step = await change({ replaceText }, { ids: [tagged.id] });
      assert.deepEqual(step.changed, []);
      assert.match(step.refused[0]?.message ?? '', reason);
      assert.equal(step.changeId, null);
    }
    assert.equal((await get(tagged.id)).fallbackUrl, 'https://old.example/?utm_source=mail');
  });

  test('with preview, changes nothing and says what would be', async () => {
    const { owner, params, add, get, send, change } = await newOwner();
    const count = LIMITS.changeExamples + 5;
    const rows = Array.from({ length: count }, (_, n) => ({
      type: 'unified' as const,
      slug: `s${n}`,
      fallbackUrl: `https://old.example/${n}`,
    }));
    await Array.fromAsync(
      bodyOf(await owner.call(createProjectLinks, { params, body: rows }), 200),
    );
    const bad = await add({
      slug: 'bad',
      fallbackUrl: 'https://old.example/%25',
      rules: [{ when: { country: ['AT'] }, to: { fallbackUrl: 'https://old.example/' } }],
    });
    const replaceText = {
      ...moved,
      find: 'old.example/',
      replaceBy: 'new.example/ü/',
      inRules: true,
    };
    const { changed, refused, examples, changeId } = await change(
      { replaceText },
      { preview: true },
    );
    assert.deepEqual([changed.length, refused.length, changeId], [count + 1, 0, null]);
    assert.equal(examples?.length, LIMITS.changeExamples);
    assert.deepEqual(examples?.[0], {
      slug: 'bad',
      fields: [
        {
          field: 'fallbackUrl',
          before: 'https://old.example/%25',
          after: 'https://new.example/%C3%BC/%25',
        },
        {
          field: 'rules.0.to.fallbackUrl',
          before: 'https://old.example/',
          after: 'https://new.example/%C3%BC/',
        },
      ],
    });
    assert.equal((await get(bad.id)).fallbackUrl, 'https://old.example/%25');
    assert.equal((await send({ archived: true }, { preview: true })).status, 400);
  });

  test('400: nothing to find, no field, a field that leads nowhere', async () => {
    const { send } = await newOwner();
    for (const wrong of [{ find: '' }, { fields: [] }, { fields: ['name' as never] }]) {
      assert.equal((await send({ replaceText: { ...moved, ...wrong } })).status, 400);
    }
  });
});

describe('changeProjectLinks, with undo', () => {
  test('gives each link back what it had: tags that were merged, and its folder', async () => {
    const { owner, params, add, get, change } = await newOwner();
    const folder = async (name: string) =>
      bodyOf(await owner.call(createFolder, { params, body: { name } }), 201).id;
    const [a, b] = [await folder('A'), await folder('B')];
    const one = await add({ tags: ['x', 'Print', 'spring'], folder: a });
    const two = await add({ tags: ['spring'] });
    const merged = await change({ renameTag: { from: 'spring', to: 'print' } });
    assert.deepEqual((await get(one.id)).tags, ['x', 'Print']);
    const put = await change({ folder: b });
    const undone = await change({ undo: merged.changeId ?? '' });
    assert.deepEqual(undone.changed.toSorted(), [one.id, two.id].toSorted());
    assert.deepEqual((await get(one.id)).tags, ['x', 'Print', 'spring']);
    assert.deepEqual((await get(two.id)).tags, ['spring']);
    await change({ undo: put.changeId ?? '' });
    assert.deepEqual([(await get(one.id)).folder, (await get(two.id)).folder], [a, null]);
    assert.deepEqual((await change({ undo: put.changeId ?? '' })).changed, [], 'once');
    await change({ undo: undone.changeId ?? '' });
    assert.deepEqual((await get(two.id)).tags, ['print'], 'an undoing can be undone');
  });

  test('takes back any change in a history; whether clicks are used up is judged anew', async () => {
    const { app, owner, params, add, get, change } = await newOwner();
    const { id } = await add({ expiresAfterClicks: 5 });
    const mine = { params: { ...params, linkId: id } };
    await owner.call(updateProjectLink, {
      ...mine,
      body: { expiresAfterClicks: 3, name: 'Three' },
    });
    await app.db.updateTable('links').set({ used_up: true }).where('id', '=', id).execute();
    const { changes } = bodyOf(await owner.call(listLinkHistory, mine), 200);
    assert.deepEqual((await change({ undo: changes[0]?.id ?? '' })).changed, [id]);
    const { expiresAfterClicks, name } = await get(id);
    assert.deepEqual([expiresAfterClicks, name], [5, null]);
    const expired = await owner.call(listProjectLinks, { params, query: { expired: true } });
    assert.equal(bodyOf(expired, 200).total, 0);
  });

  test('leaves alone what has been changed since or could not be like that today', async () => {
    const { host, owner, params, add, get, change } = await newOwner();
    const body = { name: 'Gone' };
    const { id: folderId } = bodyOf(await owner.call(createFolder, { params, body }), 201);
    const one = await add({ folder: folderId, tags: ['a'] });
    const two = await add({ folder: folderId, tags: ['a'] });
    const tagged = await change({ addTag: 'b' });
    const mine = { params: { ...params, linkId: two.id } };
    await owner.call(updateProjectLink, { ...mine, body: { tags: ['c'] } });
    const undone = await change({ undo: tagged.changeId ?? '' });
    assert.deepEqual(undone.changed, [one.id]);
    assert.match(undone.refused[0]?.message ?? '', /changed again since/);
    assert.deepEqual((await get(two.id)).tags, ['c']);

    const out = await change({ folder: null });
    await owner.call(deleteFolder, { params: { ...params, folderId } });
    const { changed, refused } = await change({ undo: out.changeId ?? '' });
    assert.deepEqual(changed, []);
    assert.match(refused[0]?.message ?? '', /folder it was in has been deleted/);

    const three = await add({ slug: 'three', fallbackUrl: `https://${host}/four` });
    const freed = await change({
      replaceText: { ...moved, find: `${host}/four`, replaceBy: 'old.example/' },
    });
    await add({ slug: 'four', fallbackUrl: `https://${host}/three` });
    const looped = await change({ undo: freed.changeId ?? '' });
    assert.match(looped.refused[0]?.message ?? '', /which leads back here/);
    assert.equal((await get(three.id)).fallbackUrl, 'https://old.example/');
    await owner.call(deleteProjectLink, { params: { ...params, linkId: three.id } });
    assert.deepEqual((await change({ undo: freed.changeId ?? '' })).refused, []);
  });
});
