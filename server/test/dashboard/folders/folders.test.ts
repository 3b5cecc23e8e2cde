import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { sql } from 'kysely';
import { newId } from '#platform/lib/uuid.ts';
import { appKey, newProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { makeExport } from '../../support/makeExport.ts';

const { listFolders, createFolder, updateFolder, deleteFolder, listAuditEntries } = operations;
const { changeProjectLinks, createProjectLink, deleteProjectLink, getProjectLink } = operations;
const { listLinkHistory, listLinks, listProjectLinks, revertLinkChange } = operations;
const { restoreProjectLinks, updateProjectLink } = operations;

async function newOwner() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const add = async (name: string) =>
    bodyOf(await owner.call(createFolder, { params, body: { name } }), 201);
  const folders = async () =>
    bodyOf(await owner.call(listFolders, { params }), 200).folders.map(({ name, links }) => [
      name,
      links,
    ]);
  const addLink = async (slug: string) =>
    bodyOf(await owner.call(createProjectLink, { params, body: { type: 'unified', slug } }), 201);
  const slugs = async (folder: string) =>
    bodyOf(await owner.call(listProjectLinks, { params, query: { folder } }), 200)
      .links.map(({ slug }) => slug)
      .toSorted();
  const move = (ids: string[], change: LinksChange) =>
    owner.call(changeProjectLinks, {
      params,
      body: { filter: { ids }, expected: ids.length, change },
    });
  return { project, owner, params, add, folders, addLink, slugs, move };
}

describe('folders', () => {
  test('are created, renamed, listed by name and deleted, each with an entry in the audit log', async () => {
    const { owner, params, add, folders } = await newOwner();
    const summer = await add('  Summer ');
    await add('autumn');
    assert.equal(summer.name, 'Summer');
    assert.deepEqual(await folders(), [
      ['autumn', 0],
      ['Summer', 0],
    ]);
    const mine = { ...params, folderId: summer.id };
    const renamed = await owner.call(updateFolder, { params: mine, body: { name: 'SUMMER' } });
    assert.equal(bodyOf(renamed, 200).name, 'SUMMER');
    bodyOf(await owner.call(deleteFolder, { params: mine }), 200);
    assert.deepEqual(await folders(), [['autumn', 0]]);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.slice(0, 4).map(({ action, target }) => [action, target.name]),
      [
        ['folder.deleted', 'SUMMER'],
        ['folder.renamed', 'SUMMER'],
        ['folder.created', 'autumn'],
        ['folder.created', 'Summer'],
      ],
    );
    const gone = [
      await owner.call(updateFolder, { params: mine, body: { name: 'Winter' } }),
      await owner.call(deleteFolder, { params: mine }),
    ];
    assert.deepEqual(
      gone.map(({ status }) => status),
      [404, 404],
    );
  });

  test('a link can be created in one', async () => {
    const { owner, params, add, folders } = await newOwner();
    const summer = await add('Summer');
    const body = { type: 'unified', folder: summer.id } as const;
    const made = bodyOf(await owner.call(createProjectLink, { params, body }), 201);
    assert.equal(made.folder, summer.id);
    assert.deepEqual(await folders(), [['Summer', 1]]);
    const foreign = await (await newOwner()).add('Summer');
    const refused = await owner.call(createProjectLink, {
      params,
      body: { ...body, folder: foreign.id },
    });
    assert.equal(refused.status, 400);
    assert.match(
      JSON.stringify(refused.body),
      /folder must be the id or name of a folder of the project/,
    );
    assert.deepEqual(await folders(), [['Summer', 1]]);
  });

  test('have names that are unique in their project, ignoring case', async () => {
    const { owner, params, add } = await newOwner();
    await add('Summer');
    const autumn = await add('Autumn');
    const body = { name: 'sUMMER' };
    const again = await owner.call(createFolder, { params, body });
    assert.equal(again.status, 409);
    assert.match(JSON.stringify(again.body), /“sUMMER” already; choose another name/);
    const mine = { ...params, folderId: autumn.id };
    assert.equal((await owner.call(updateFolder, { params: mine, body })).status, 409);
    await (await newOwner()).add('Summer');
    const atOnce = await Promise.all(
      ['Spring', 'SPRING', 'spring'].map((name) =>
        owner.call(createFolder, { params, body: { name } }),
      ),
    );
    const statuses = atOnce.map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [201, 409, 409],
    );
    for (const name of ['', ' '.repeat(2), 'a\nb', 'x'.repeat(LIMITS.nameLength + 1)]) {
      assert.equal((await owner.call(createFolder, { params, body: { name } })).status, 400, name);
      const bad = await owner.call(updateFolder, { params: mine, body: { name } });
      assert.equal(bad.status, 400, name);
    }
  });

  test('filter lists of the dashboard, of the API and exports', async () => {
    const { project, owner, params, add, addLink, folders, slugs, move } = await newOwner();
    const print = await add('Print');
    const [a, b] = [await addLink('alpha'), await addLink('beta')];
    await addLink('gamma');
    assert.equal(a.folder, null);
    const moved = bodyOf(await move([a.id, b.id], { folder: print.id }), 200);
    assert.deepEqual(moved.changed.toSorted(), [a.id, b.id].toSorted());
    assert.deepEqual(bodyOf(await move([a.id], { folder: print.id }), 200).changed, []);
    assert.deepEqual(await folders(), [['Print', 2]]);
    assert.deepEqual(await slugs(print.id), ['alpha', 'beta']);
    assert.deepEqual(await slugs('none'), ['gamma']);
    assert.deepEqual(await slugs(newId()), []);
    const query = { folder: print.id };
    const byKey = bodyOf(await appKey(project)(listLinks, { query }), 200);
    assert.deepEqual(byKey.links.map(({ slug }) => slug).toSorted(), ['alpha', 'beta']);
    const { text: file } = await makeExport(project, query);
    assert.ok(file.includes('alpha') && file.includes('beta') && !file.includes('gamma'));
    const body = { filter: query, expected: 2, change: { addTag: 'paper' } };
    const tagged = bodyOf(await owner.call(changeProjectLinks, { params, body }), 200);
    assert.equal(tagged.changed.length, 2);
  });

  test('are left and entered by a change of one link, which can be taken back', async () => {
    const { owner, params, add, addLink } = await newOwner();
    const print = await add('Print');
    const { id } = await addLink('poster');
    const mine = { ...params, linkId: id };
    const put = async (folder: string | null) =>
      bodyOf(await owner.call(updateProjectLink, { params: mine, body: { folder } }), 200);
    assert.equal((await put(print.id)).folder, print.id);
    assert.equal((await put(null)).folder, null);
    const { changes } = bodyOf(await owner.call(listLinkHistory, { params: mine }), 200);
    assert.deepEqual(changes[0]?.fields, [{ field: 'folder', before: print.id, after: null }]);
    const change = { ...mine, changeId: changes[0].id };
    const reverted = bodyOf(await owner.call(revertLinkChange, { params: change }), 200);
    assert.equal(reverted.folder, print.id);
  });

  test('of other projects, and those that do not exist, take no links', async () => {
    const { owner, params, addLink, move } = await newOwner();
    const foreign = await (await newOwner()).add('Foreign');
    const { id } = await addLink('poster');
    for (const folder of [foreign.id, newId()]) {
      const many = await move([id], { folder });
      assert.equal(many.status, 400);
      assert.match(JSON.stringify(many.body), /change\.folder must be the id or name of a folder/);
      const one = await owner.call(updateProjectLink, {
        params: { ...params, linkId: id },
        body: { folder },
      });
      assert.equal(one.status, 400);
      assert.match(
        JSON.stringify(one.body),
        /folder must be the id or name of a folder of the project/,
      );
    }
    const renamed = await owner.call(updateFolder, {
      params: { ...params, folderId: foreign.id },
      body: { name: 'Mine' },
    });
    assert.equal(renamed.status, 404);
  });

  test('with links are not deleted; a deleted link is restored to no folder once its folder is gone', async () => {
    const { owner, params, add, addLink, move } = await newOwner();
    const print = await add('Print');
    const { id } = await addLink('poster');
    bodyOf(await move([id], { folder: print.id }), 200);
    const mine = { ...params, folderId: print.id };
    const refused = await owner.call(deleteFolder, { params: mine });
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /“Print”; move or delete them first/);
    const link = { ...params, linkId: id };
    bodyOf(await owner.call(deleteProjectLink, { params: link }), 200);
    bodyOf(await owner.call(deleteFolder, { params: mine }), 200);
    bodyOf(await owner.call(restoreProjectLinks, { params, body: { ids: [id] } }), 200);
    assert.equal(bodyOf(await owner.call(getProjectLink, { params: link }), 200).folder, null);
  });

  test('have a limit', async () => {
    const { project, owner, params } = await newOwner();
    await sql`insert into folders (id, project_id, name)
      select gen_random_uuid(), ${params.projectId}::uuid, 'Folder ' || n
      from generate_series(1, ${LIMITS.foldersPerProject}::integer) as n`.execute(
      project.server.app.db,
    );
    const most = await owner.call(createFolder, { params, body: { name: 'One more' } });
    assert.equal(most.status, 409);
    assert.match(JSON.stringify(most.body), /can have 1,000 folders; delete one first/);
    const { folders } = bodyOf(await owner.call(listFolders, { params }), 200);
    assert.equal(folders.length, LIMITS.foldersPerProject);
  });
});
