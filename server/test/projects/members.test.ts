import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMember } from '#teams/projects/members/addMember.ts';
import { findMembership } from '#teams/projects/members/findMembership.ts';
import { newId } from '#platform/lib/uuid.ts';
import { openAccounts } from '../accounts/openAccounts.ts';

test('findMembership finds a user in their own project only', async () => {
  await using t = await openAccounts();
  const [user, stranger] = [await t.newUser(), await t.newUser()];
  const [project, other] = [await t.newProject(), await t.newProject()];
  const membership = { projectId: project.id, userId: user.id, role: 'viewer' };
  assert.deepEqual(await addMember(t.db, project, user, 'viewer'), { membership, created: true });
  assert.deepEqual(await findMembership(t.db, user, project.id), membership);
  assert.equal(await findMembership(t.db, stranger, project.id), undefined);
  assert.equal(await findMembership(t.db, user, other.id), undefined);
  assert.equal(await findMembership(t.db, user, newId()), undefined);
  assert.equal(await findMembership(t.db, user, 'no-uuid'), undefined);
});

test('adding a member again keeps the first role', async () => {
  await using t = await openAccounts();
  const [user, project] = [await t.newUser(), await t.newProject()];
  await addMember(t.db, project, user, 'owner');
  const again = await addMember(t.db, project, user, 'viewer');
  assert.equal(again.created, false);
  assert.equal(again.membership.role, 'owner');
});

test('a project has one owner, even if two are added at once', async () => {
  await using t = await openAccounts();
  const project = await t.newProject();
  const results = await Promise.allSettled([
    addMember(t.db, project, await t.newUser(), 'owner'),
    addMember(t.db, project, await t.newUser(), 'owner'),
  ]);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.equal(refused[0]?.reason.code, 'CONFLICT');
  assert.match(refused[0]?.reason.message, /^role owner is taken/);
});
