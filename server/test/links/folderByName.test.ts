import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { appKey, member, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';

// Rule: bodies 19.

const { createFolder, createLinks, createManagedLink, deleteFolder, getLinkById } = operations;
const { listLinks, updateLink } = operations;

async function newFolders(...names: string[]) {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const person = member(project);
  const ids: string[] = [];
  for (const name of names) {
    ids.push(bodyOf(await person(createFolder, { params, body: { name } }), 201).id);
  }
  return { person, params, ids, key: appKey(project) };
}

const unified = (folder: string) => ({ type: 'unified', folder }) as const;
const MESSAGE = /folder must be the id or name of a folder of the project/;

suite('the folder of a link, by the API', () => {
  test('is named by its id or its name when a link is created, and answered by its id', async () => {
    const { key, ids } = await newFolders('Summer Sale', 'Print');
    const [summer, print] = ids;
    for (const folder of ['Summer Sale', ' sUMMER sale ', summer!, summer!.toUpperCase()]) {
      const made = bodyOf(await key(createManagedLink, { body: unified(folder) }), 201);
      assert.equal(made.folder, summer, folder);
      const { folder: read } = bodyOf(await key(getLinkById, { params: { id: made.id } }), 200);
      assert.equal(read, summer);
    }
    const query = { folder: summer! };
    assert.equal(bodyOf(await key(listLinks, { query }), 200).links.length, 4);
    const printed = bodyOf(await key(createManagedLink, { body: unified('print') }), 201);
    assert.equal(printed.folder, print);
    const none = bodyOf(await key(createManagedLink, { body: { type: 'unified' } }), 201);
    assert.ok(!('folder' in none));
  });

  test('is changed and cleared by an update', async () => {
    const { key, ids } = await newFolders('Summer', 'Print');
    const { id } = bodyOf(await key(createManagedLink, { body: unified('Summer') }), 201);
    const put = async (folder: string | null) =>
      bodyOf(await key(updateLink, { params: { id }, body: { folder } }), 200).folder;
    assert.equal(await put('PRINT'), ids[1]);
    assert.equal(await put(ids[0]!), ids[0]);
    const named = await key(updateLink, { params: { id }, body: { name: 'Poster' } });
    assert.equal(bodyOf(named, 200).folder, ids[0], 'left out, it stays');
    assert.equal(await put(null), undefined);
  });

  test('is given to each row of a bulk creation', async () => {
    const { key, ids } = await newFolders('Summer', 'Print');
    const body = [
      unified('print'),
      unified('No such'),
      unified(ids[0]!),
      { type: 'unified' as const },
    ];
    const lines = await Array.fromAsync(bodyOf(await key(createLinks, { body }), 200));
    assert.deepEqual(
      lines.map(({ status }) => status),
      [201, 400, 201, 201],
    );
    assert.match(lines[1]?.message ?? '', MESSAGE);
    const { links } = bodyOf(await key(listLinks, {}), 200);
    const folders = new Map(links.map(({ id, folder }) => [id, folder]));
    assert.deepEqual(
      [0, 2, 3].map((line) => folders.get(lines[line]?.id ?? '')),
      [ids[1], ids[0], undefined],
    );
  });

  test('is none of another project, and none that is gone', async () => {
    const { key, person, params, ids } = await newFolders('Gone');
    const other = await newFolders('Theirs');
    bodyOf(await person(deleteFolder, { params: { ...params, folderId: ids[0]! } }), 200);
    const { id } = bodyOf(await key(createManagedLink, { body: { type: 'unified' } }), 201);
    for (const folder of ['Gone', ids[0]!, 'Theirs', other.ids[0]!, newId(), ' ']) {
      const created = await key(createManagedLink, { body: unified(folder) });
      assert.match(String(bodyOf(created, 400).message), MESSAGE, folder);
      const updated = await key(updateLink, { params: { id }, body: { folder } });
      assert.match(String(bodyOf(updated, 400).message), MESSAGE, folder);
    }
    const both = { ...unified('Gone'), slug: 'a b' };
    const { message } = bodyOf(await key(createManagedLink, { body: both }), 400);
    assert.equal(message.length, 2, 'all that is wrong at once');
  });
});
