import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { anonymous, newProject, type TestProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { mailsTo, tokenIn } from '../../support/outside/mails.ts';

const { listMembers, updateMember, removeMember, leaveProject, getProject } = operations;
const { createInvitation, listInvitations, revokeInvitation, signIn } = operations;
const { readInvitation, acceptInvitation, listAuditEntries } = operations;

const PASSWORD = 'a password of someone new';
const api = () => anonymous('/api/v1');
const paramsOf = (project: TestProject) => ({ projectId: project.project.id });

describe('project members', () => {
  test('are listed with the owner first, then by name', async () => {
    const project = await newProject();
    const viewer = await newPerson({ project, role: 'viewer' });
    const { members } = bodyOf(await viewer.call(listMembers, { params: paramsOf(project) }), 200);
    assert.deepEqual(
      members.map((member) => member.role),
      ['owner', 'viewer'],
    );
  });

  test('can change roles, be removed and leave, all in the audit log', async () => {
    const project = await newProject();
    const [owner, one, two] = await Promise.all([
      ownerOf(project),
      newPerson({ project, role: 'viewer' }),
      newPerson({ project, role: 'viewer' }),
    ]);
    const params = { ...paramsOf(project), userId: one.user.id };
    const body = { role: 'admin' as const };
    assert.equal(bodyOf(await owner.call(updateMember, { params, body }), 200).role, 'admin');
    const nobody = { ...params, userId: newId() };
    assert.equal((await owner.call(updateMember, { params: nobody, body })).status, 404);
    assert.equal((await owner.call(removeMember, { params })).status, 200);
    assert.equal((await owner.call(removeMember, { params })).status, 404);
    assert.equal((await one.call(getProject, { params })).status, 404);
    assert.equal((await two.call(leaveProject, { params })).status, 200);
    assert.equal((await two.call(getProject, { params })).status, 404);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(entries.map((entry) => entry.action).toSorted(), [
      'member.left',
      'member.removed',
      'member.updated',
    ]);
  });

  test('409: the owner cannot leave or change role before transferring ownership', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const params = { ...paramsOf(project), userId: owner.user.id };
    const body = { role: 'viewer' as const };
    assert.equal((await owner.call(updateMember, { params, body })).status, 409);
    assert.equal((await owner.call(removeMember, { params })).status, 409);
    assert.equal((await owner.call(leaveProject, { params })).status, 409);
  });
});

/** An invitation and the token of its mail. */
async function invite(project: TestProject, email = `${newId()}@invited.test`) {
  const owner = await ownerOf(project);
  const reply = await owner.call(createInvitation, {
    params: paramsOf(project),
    body: { email, role: 'viewer' },
  });
  const invitation = bodyOf(reply, 201);
  const mails = await mailsTo(project.server, email);
  return { owner, email, invitation, token: tokenIn(mails.at(-1), '/invitation') };
}

describe('invitations', () => {
  test('create an account and a membership for a new user, once', async () => {
    const project = await newProject({ name: 'Inviting' });
    const { owner, email, token, invitation } = await invite(project);
    const call = await api();
    const preview = bodyOf(await call(readInvitation, { body: { token } }), 200);
    assert.deepEqual(preview, {
      projectName: 'Inviting',
      invitedBy: owner.user.name,
      email,
      role: 'viewer',
      expiresAt: invitation.expiresAt,
      hasAccount: false,
    });
    assert.equal((await call(acceptInvitation, { body: { token } })).status, 400);
    const body = { token, name: 'New', password: PASSWORD };
    const reply = await call(acceptInvitation, { body });
    const { session, ...accepted } = bodyOf(reply, 200);
    assert.deepEqual(accepted, { projectId: project.project.id, email, accountCreated: true });
    // Signed in: with a token, and with the cookie that renews it.
    assert.equal(session?.user.email, email);
    assert.match(reply.headers.get('set-cookie') ?? '', /HttpOnly/);
    assert.equal((await call(acceptInvitation, { body })).status, 404);
    assert.equal((await call(signIn, { body: { email, password: PASSWORD } })).status, 200);
    const { members } = bodyOf(await owner.call(listMembers, { params: paramsOf(project) }), 200);
    assert.ok(members.some((member) => member.email === email && member.role === 'viewer'));
  });

  test('create a membership for a known user', async () => {
    const project = await newProject();
    const person = await newPerson();
    const { token } = await invite(project, person.user.email);
    const call = await api();
    assert.equal(bodyOf(await call(readInvitation, { body: { token } }), 200).hasAccount, true);
    const accepted = bodyOf(await call(acceptInvitation, { body: { token } }), 200);
    assert.equal(accepted.accountCreated, false);
    assert.equal(accepted.session, undefined, 'the link alone signs no one in');
    assert.equal((await person.call(getProject, { params: paramsOf(project) })).status, 200);
  });

  test('are listed, replaced by a later one for the same email, and revoked', async () => {
    const project = await newProject();
    const first = await invite(project);
    const { owner, email } = first;
    const params = paramsOf(project);
    const body = { email, role: 'admin' as const };
    const second = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    const { invitations } = bodyOf(await owner.call(listInvitations, { params }), 200);
    const { link, ...listed } = second;
    assert.equal(link, null);
    assert.deepEqual(invitations, [listed]);
    assert.equal(listed.mailed, true);
    const call = await api();
    const token = { body: { token: first.token } };
    assert.equal((await call(readInvitation, token)).status, 404);
    const mine = { ...params, invitationId: second.id };
    assert.equal((await owner.call(revokeInvitation, { params: mine })).status, 200);
    assert.equal((await owner.call(revokeInvitation, { params: mine })).status, 404);
    const left = bodyOf(await owner.call(listInvitations, { params }), 200);
    assert.deepEqual(left.invitations, []);
  });

  test('expire', async () => {
    const project = await newProject();
    const { token, invitation, owner } = await invite(project);
    await project.server.app.db
      .updateTable('invitations')
      .set({ expires_at: new Date() })
      .where('id', '=', invitation.id)
      .execute();
    const call = await api();
    assert.equal((await call(readInvitation, { body: { token } })).status, 404);
    assert.equal((await call(acceptInvitation, { body: { token } })).status, 404);
    const params = paramsOf(project);
    assert.deepEqual(bodyOf(await owner.call(listInvitations, { params }), 200).invitations, []);
  });

  test("409: the email is already a member's", async () => {
    const project = await newProject();
    const [owner, viewer] = await Promise.all([
      ownerOf(project),
      newPerson({ project, role: 'viewer' }),
    ]);
    const body = { email: viewer.user.email.toUpperCase(), role: 'admin' as const };
    const reply = await owner.call(createInvitation, { params: paramsOf(project), body });
    assert.equal(reply.status, 409);
  });

  test('403: open invitations count as members; the same email may be invited again', async () => {
    const project = await newProject({ plan: 'free' });
    const { owner, email } = await invite(project);
    const params = paramsOf(project);
    const again = await owner.call(createInvitation, { params, body: { email, role: 'admin' } });
    assert.equal(again.status, 201);
    const another = { email: `${newId()}@invited.test`, role: 'viewer' as const };
    const reply = await owner.call(createInvitation, { params, body: another });
    assert.equal(reply.status, 403);
    assert.match(JSON.stringify(reply.body), /members/);
  });

  test('403: accepting beyond the limit of a smaller plan', async () => {
    const project = await newProject({ plan: 'business' });
    await newPerson({ project, role: 'viewer' });
    const { token } = await invite(project);
    const { db, lookups } = project.server.app;
    const { id } = project.project;
    await db.updateTable('projects').set({ plan: 'free' }).where('id', '=', id).execute();
    lookups.apply({ kind: 'project', projectId: id });
    const body = { token, password: PASSWORD };
    assert.equal((await (await api())(acceptInvitation, { body })).status, 403);
  });

  test('400: an empty token', async () => {
    const call = await api();
    assert.equal((await call(readInvitation, { body: { token: '' } })).status, 400);
  });
});
