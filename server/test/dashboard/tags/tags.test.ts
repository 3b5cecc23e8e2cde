import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';

const { changeProjectLinks, createProjectLink, deleteProjectLink, getProjectLink } = operations;
const { listAuditEntries, listTags, setTag } = operations;

async function newOwner() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const add = async (slug: string, tags: string[]) => {
    const body = { type: 'unified' as const, slug, tags };
    return bodyOf(await owner.call(createProjectLink, { params, body }), 201).id;
  };
  const tagsOf = async (linkId: string) =>
    bodyOf(await owner.call(getProjectLink, { params: { ...params, linkId } }), 200).tags;
  const list = async () => bodyOf(await owner.call(listTags, { params }), 200).tags;
  const color = (tag: string, to: 'red' | 'blue' | null) =>
    owner.call(setTag, { params, body: { tag, color: to } });
  const rename = async (from: string, to: string, expected: number) => {
    const body = { filter: { tag: from }, expected, change: { renameTag: { from, to } } };
    return bodyOf(await owner.call(changeProjectLinks, { params, body }), 200);
  };
  return { owner, params, add, tagsOf, list, color, rename };
}

describe('tags of a project', () => {
  test('are listed with their live links, whatever their case, and their colour', async () => {
    const { owner, params, add, list, color } = await newOwner();
    await add('one', ['Spring', 'print']);
    await add('two', ['Spring']);
    await add('three', ['spring']);
    const linkId = await add('gone', ['old', 'print']);
    bodyOf(await owner.call(deleteProjectLink, { params: { ...params, linkId } }), 200);
    bodyOf(await color(' sPRING ', 'red'), 200);
    assert.deepEqual(await list(), [
      { tag: 'print', links: 1, color: null },
      { tag: 'Spring', links: 3, color: 'red' },
    ]);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries[0]?.action, 'tag.updated');
    assert.deepEqual(entries[0]?.details, { color: 'red' });
    bodyOf(await color('spring', 'blue'), 200);
    bodyOf(await color('print', null), 200);
    assert.deepEqual(
      (await list()).map((tag) => tag.color),
      [null, 'blue'],
    );
    bodyOf(await color('spring', null), 200);
    assert.equal((await list())[1]?.color, null);
  });

  test('of other projects are neither listed nor coloured', async () => {
    const [mine, other] = [await newOwner(), await newOwner()];
    await mine.add('one', ['spring']);
    await other.add('one', ['spring']);
    bodyOf(await mine.color('spring', 'red'), 200);
    assert.deepEqual(await other.list(), [{ tag: 'spring', links: 1, color: null }]);
  });

  test('have colours of the palette, and only if a link has them', async () => {
    const { owner, params, color } = await newOwner();
    assert.equal((await color('unknown', 'red')).status, 404);
    const body = { tag: 'a,b', color: 'mauve' } as never;
    assert.equal((await owner.call(setTag, { params, body })).status, 400);
  });
});

describe('renaming a tag', () => {
  test('keeps its place and colour, and can be renamed back', async () => {
    const { add, tagsOf, list, color, rename } = await newOwner();
    const id = await add('one', ['a', 'Spring', 'z']);
    bodyOf(await color('spring', 'red'), 200);
    assert.deepEqual((await rename('spring', 'Summer', 1)).changed, [id]);
    assert.deepEqual(await tagsOf(id), ['a', 'Summer', 'z']);
    assert.equal((await list()).find(({ tag }) => tag === 'Summer')?.color, 'red');
    await rename('Summer', 'Spring', 1);
    assert.deepEqual(await tagsOf(id), ['a', 'Spring', 'z']);
  });

  test('merges it into another, whose colour stays', async () => {
    const { add, tagsOf, list, color, rename } = await newOwner();
    const both = await add('both', ['spring', 'x', 'Sale']);
    const one = await add('one', ['spring']);
    bodyOf(await color('spring', 'red'), 200);
    bodyOf(await color('sale', 'blue'), 200);
    await rename('SPRING', 'Sale', 2);
    assert.deepEqual(await tagsOf(both), ['Sale', 'x']);
    assert.deepEqual(await tagsOf(one), ['Sale']);
    assert.deepEqual(await list(), [
      { tag: 'Sale', links: 2, color: 'blue' },
      { tag: 'x', links: 1, color: null },
    ]);
  });

  test('can change its case alone, and leaves links alone that have it so', async () => {
    const { add, tagsOf, rename } = await newOwner();
    const lower = await add('lower', ['spring']);
    await add('upper', ['Spring']);
    assert.deepEqual((await rename('spring', 'Spring', 2)).changed, [lower]);
    assert.deepEqual(await tagsOf(lower), ['Spring']);
  });
});
