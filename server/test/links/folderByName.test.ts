import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { appKey, member, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { useServer } from '../support/useServer.ts';

// Rule: bodies 19.

const { createFolder, createLinks, createManagedLink, deleteFolder, getLinkById } = operations;
const { changeProjectLinks, createLinkTemplate, createProjectLink, getProjectLink } = operations;
const { listLinks, listLinkTemplates, updateLink, updateProjectLink } = operations;

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
/** As before `folder` had this name everywhere; typed clients do not know it. */
const formerly = (folderId: string | null) => ({ folderId }) as object;
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

suite('the former name of the folder of a link', () => {
  test('is taken wherever `folder` is, by key and by session', async () => {
    const { key, person, params, ids } = await newFolders('Summer', 'Print');
    const [summer, print] = ids;
    const body = { type: 'unified' as const, ...formerly(summer!) };
    const made = bodyOf(await key(createManagedLink, { body }), 201);
    assert.equal(made.folder, summer);
    const { id } = made;
    const put = await key(updateLink, { params: { id }, body: formerly(print!) });
    assert.equal(bodyOf(put, 200).folder, print);
    const rows = await Array.fromAsync(bodyOf(await key(createLinks, { body: [body] }), 200));
    const row = bodyOf(await key(getLinkById, { params: { id: rows[0]!.id! } }), 200);
    assert.equal(row.folder, summer);
    const own = bodyOf(await person(createProjectLink, { params, body }), 201);
    assert.deepEqual([own.folder, own.folderId], [summer, summer], 'answered by both names');
    const link = { params: { ...params, linkId: own.id } };
    const changed = await person(updateProjectLink, { ...link, body: formerly(null) });
    assert.equal(bodyOf(changed, 200).folder, null);
    const filter = { ids: [own.id] };
    const change = { filter, expected: 1, change: formerly(print!) };
    bodyOf(await person(changeProjectLinks, { params, body: change }), 200);
    assert.equal(bodyOf(await person(getProjectLink, link), 200).folder, print);
    const template = { name: 'Poster', fields: formerly(summer!) };
    bodyOf(await person(createLinkTemplate, { params, body: template }), 201);
    const { templates } = bodyOf(await person(listLinkTemplates, { params }), 200);
    assert.deepEqual(templates[0]?.fields, { folder: summer });
  });

  test('is refused beside `folder`, and what is wrong with it is said of `folder`', async () => {
    const { key, person, params, ids } = await newFolders('Summer');
    const body = { ...unified('Summer'), ...formerly(ids[0]!) };
    for (const refused of [
      await key(createManagedLink, { body }),
      await person(createProjectLink, { params, body }),
    ]) {
      assert.match(String(bodyOf(refused, 400).message), /folderId is not a known property/);
    }
    const [row] = await Array.fromAsync(bodyOf(await key(createLinks, { body: [body] }), 200));
    assert.match(row?.message ?? '', /folderId is not a known property/);
    const unknown = { type: 'unified' as const, ...formerly('No such') };
    const { message } = bodyOf(await key(createManagedLink, { body: unknown }), 400);
    assert.match(String(message), MESSAGE);
  });

  test('of a template that an earlier release has stored is read', async () => {
    const { person, params, ids } = await newFolders('Summer');
    const body = { name: 'Poster', fields: {} };
    const { id } = bodyOf(await person(createLinkTemplate, { params, body }), 201);
    const { app } = await useServer();
    const fields = { folderId: ids[0] };
    await app.db.updateTable('link_templates').set({ fields }).where('id', '=', id).execute();
    const { templates } = bodyOf(await person(listLinkTemplates, { params }), 200);
    assert.deepEqual(templates[0]?.fields, { folder: ids[0] });
  });
});

suite('a folder in the dashboard’s operations', () => {
  test('may be named as by the API', async () => {
    const { person, params, ids } = await newFolders('Summer', 'Print');
    const made = bodyOf(await person(createProjectLink, { params, body: unified('summer') }), 201);
    assert.equal(made.folder, ids[0]);
    const body = { filter: { ids: [made.id] }, expected: 1, change: { folder: 'PRINT' } };
    bodyOf(await person(changeProjectLinks, { params, body }), 200);
    const link = { params: { ...params, linkId: made.id } };
    assert.equal(bodyOf(await person(getProjectLink, link), 200).folder, ids[1]);
    const template = { name: 'Poster', fields: { folder: 'summer' } };
    const { fields } = bodyOf(await person(createLinkTemplate, { params, body: template }), 201);
    assert.deepEqual(fields, { folder: ids[0] });
  });
});
