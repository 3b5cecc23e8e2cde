import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { appKey, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';

const { createFolder, deleteFolder, listFolders, updateFolder } = operations;
const { createLinkTemplate, createManagedLink, leaveProject, updateLink, updateMember } =
  operations;

async function newTeam() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const admin = await newPerson({ project, role: 'admin' });
  const viewer = await newPerson({ project, role: 'viewer' });
  const params = { projectId: project.project.id };
  const made = await owner.call(createFolder, { params, body: { name: 'Summer' } });
  const folder = { ...params, folderId: bodyOf(made, 201).id };
  const set = (by: Person, body: { name?: string; locked?: boolean; editors?: string[] }) =>
    by.call(updateFolder, { params: folder, body });
  const seenBy = async (person: Person) => {
    const { folders, mayEditOutside } = bodyOf(await person.call(listFolders, { params }), 200);
    const { locked, editors, mayEdit, mayManage } = folders[0]!;
    return { locked, editors, mayEdit, mayManage, mayEditOutside };
  };
  return { project, owner, admin, viewer, params, folder, set, seenBy };
}

describe('editors of a folder', () => {
  test('are members, at most as many as allowed, and each of them is told what they may do', async () => {
    const { owner, admin, viewer, set, seenBy } = await newTeam();
    const editors = [viewer.user.id.toUpperCase(), viewer.user.id];
    const changed = bodyOf(await set(admin, { editors }), 200);
    assert.deepEqual(changed.editors, [viewer.user.id]);
    const all = { locked: false, editors: [viewer.user.id] };
    assert.deepEqual(await seenBy(owner), {
      ...all,
      mayEdit: true,
      mayManage: true,
      mayEditOutside: true,
    });
    assert.deepEqual(await seenBy(viewer), {
      ...all,
      mayEdit: true,
      mayManage: false,
      mayEditOutside: false,
    });
    const stranger = await set(admin, { editors: [viewer.user.id, newId()] });
    assert.equal(stranger.status, 400);
    assert.match(JSON.stringify(stranger.body), /editors must be ids of members of the project/);
    const many = Array.from({ length: LIMITS.folderEditors + 1 }, newId);
    assert.equal((await set(admin, { editors: many })).status, 400);
    assert.deepEqual((await seenBy(owner)).editors, [viewer.user.id]);
  });

  test('cannot rename, lock or delete it as viewers', async () => {
    const { owner, viewer, folder, set } = await newTeam();
    bodyOf(await set(owner, { editors: [viewer.user.id] }), 200);
    assert.equal((await set(viewer, { name: 'Mine' })).status, 403);
    assert.equal((await viewer.call(deleteFolder, { params: folder })).status, 403);
  });

  test('lose their right when they leave, and an admin who becomes a viewer', async () => {
    const { owner, admin, viewer, params, set, seenBy } = await newTeam();
    bodyOf(await set(owner, { editors: [viewer.user.id, admin.user.id] }), 200);
    bodyOf(await viewer.call(leaveProject, { params }), 200);
    assert.deepEqual((await seenBy(owner)).editors, [admin.user.id]);
    const member = { ...params, userId: admin.user.id };
    bodyOf(await owner.call(updateMember, { params: member, body: { role: 'viewer' } }), 200);
    assert.deepEqual((await seenBy(owner)).editors, []);
    assert.equal((await seenBy(admin)).mayEdit, false);
  });
});

describe('a locked folder', () => {
  test('is changed by the owner and its editors, not by other admins', async () => {
    const { owner, admin, viewer, folder, set, seenBy } = await newTeam();
    bodyOf(await set(owner, { locked: true, editors: [viewer.user.id] }), 200);
    const refused = await set(admin, { locked: false });
    assert.equal(refused.status, 403);
    assert.match(JSON.stringify(refused.body), /“Summer” is locked: only the owner/);
    assert.equal((await set(admin, { name: 'Winter' })).status, 403);
    assert.equal((await admin.call(deleteFolder, { params: folder })).status, 403);
    assert.equal((await seenBy(admin)).mayManage, false);
    bodyOf(await set(owner, { editors: [admin.user.id] }), 200);
    assert.equal(bodyOf(await set(admin, { name: 'Winter' }), 200).name, 'Winter');
    bodyOf(await admin.call(deleteFolder, { params: folder }), 200);
  });

  test('is never locked by an admin against themselves', async () => {
    const { admin, set, seenBy } = await newTeam();
    const refused = await set(admin, { locked: true });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /editors must contain you/);
    assert.equal((await seenBy(admin)).locked, false);
    bodyOf(await set(admin, { locked: true, editors: [admin.user.id] }), 200);
    assert.equal((await set(admin, { editors: [] })).status, 400);
    bodyOf(await set(admin, { locked: false, editors: [] }), 200);
  });

  test('is no folder of templates of those who cannot put links into it', async () => {
    const { owner, admin, params, folder, set } = await newTeam();
    bodyOf(await set(owner, { locked: true }), 200);
    const fields = { type: 'unified' as const, folder: folder.folderId };
    const body = { name: 'Poster', fields };
    assert.equal((await admin.call(createLinkTemplate, { params, body })).status, 403);
    bodyOf(await owner.call(createLinkTemplate, { params, body }), 201);
  });

  test('limits people, and no application key', async () => {
    const { project, owner, folder, set } = await newTeam();
    bodyOf(await set(owner, { locked: true }), 200);
    const key = appKey(project);
    const body = { type: 'unified' as const, folder: folder.folderId };
    const { id } = bodyOf(await key(createManagedLink, { body }), 201);
    bodyOf(await key(updateLink, { params: { id }, body: { name: 'By a key' } }), 200);
  });

  test('has rows of an import refused alone', async () => {
    const { owner, admin, params, folder, set } = await newTeam();
    bodyOf(await set(owner, { locked: true }), 200);
    const body = { type: 'unified' as const, folder: folder.folderId };
    assert.equal((await admin.call(operations.createProjectLink, { params, body })).status, 403);
    const rows = [{ type: 'unified' as const, folder: 'summer' }, { type: 'unified' as const }];
    const reply = await admin.call(operations.createProjectLinks, { params, body: rows });
    const lines = await Array.fromAsync(bodyOf(reply, 200));
    assert.deepEqual(
      lines.map(({ status, code }) => [status, code]),
      [
        [403, 'FORBIDDEN'],
        [201, undefined],
      ],
    );
  });
});
