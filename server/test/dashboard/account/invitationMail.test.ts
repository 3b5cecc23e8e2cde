import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { newId } from '#platform/lib/uuid.ts';
import { mailsTo, tokenIn } from '../../support/outside/mails.ts';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { startServer, type TestServer, useServer } from '../../support/useServer.ts';

const { createInvitation, resendInvitation, listInvitations, listAuditEntries } = operations;
const { acceptInvitation, readInvitation, listMembers } = operations;
const PASSWORD = 'a password of someone new';
const role = 'viewer' as const;

let mailless: Promise<TestServer> | undefined;

/** A server whose mail server is not there. */
function useMaillessServer(): Promise<TestServer> {
  mailless ??= startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  return mailless;
}

async function newOwner(server: TestServer) {
  const project = await newProject({}, server);
  const owner = await ownerOf(project);
  const visitor = createClient({ baseUrl: `${server.origin}/api/v1` });
  return { project, owner, visitor, params: { projectId: project.project.id } };
}

const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';
const newEmail = () => `${newId()}@invited.test`;

describe('an invitation whose email cannot be sent', () => {
  test('201: is valid, and its link is returned to the inviter', async () => {
    const server = await useMaillessServer();
    const { owner, visitor, params } = await newOwner(server);
    const email = newEmail();
    const body = { email, role };
    const made = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    assert.equal(made.mailed, false);
    assert.equal(new URL(made.link ?? '').pathname, '/invitation');
    const { invitations } = bodyOf(await owner.call(listInvitations, { params }), 200);
    const { link: _link, ...listed } = made;
    assert.deepEqual(invitations, [listed]);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(entries.map((entry) => entry.action).toSorted(), [
      'invitation.created',
      'invitation.linkShown',
    ]);
    assert.ok(!JSON.stringify(entries).includes(tokenOf(made.link)));
    const accept = { token: tokenOf(made.link), name: 'New', password: PASSWORD };
    assert.equal((await visitor(acceptInvitation, { body: accept })).status, 200);
    // Who came by a link has not shown that the address is theirs.
    const user = await findUser(server.app.db, { email });
    assert.equal(user?.emailVerified, false);
  });

  test('creates an account that must confirm its email before accepting emailed invitations', async () => {
    const server = await useMaillessServer();
    const { owner, visitor, params } = await newOwner(server);
    const email = newEmail();
    const body = { email, role };
    const { link } = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    const accept = { token: tokenOf(link), password: PASSWORD };
    assert.equal((await visitor(acceptInvitation, { body: accept })).status, 200);
    const mailing = await useServer();
    const other = await newOwner(mailing);
    bodyOf(await other.owner.call(createInvitation, { params: other.params, body }), 201);
    const token = tokenIn((await mailsTo(mailing, email)).at(-1), '/invitation');
    const refused = await other.visitor(acceptInvitation, { body: { token } });
    assert.equal(refused.status, 403);
    assert.match(JSON.stringify(refused.body), /confirm/);
    await mailing.app.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', email)
      .execute();
    assert.equal((await other.visitor(acceptInvitation, { body: { token } })).status, 200);
    const { members } = bodyOf(await other.owner.call(listMembers, { params: other.params }), 200);
    assert.ok(members.some((member) => member.email === email));
  });
});

describe('resendInvitation', () => {
  test('200: a new email with a new token replaces the previous one', async () => {
    const server = await useServer();
    const { owner, visitor, params } = await newOwner(server);
    const email = newEmail();
    const first = bodyOf(
      await owner.call(createInvitation, { params, body: { email, role } }),
      201,
    );
    const before = tokenIn((await mailsTo(server, email)).at(-1), '/invitation');
    const at = { params: { ...params, invitationId: first.id } };
    const again = bodyOf(await owner.call(resendInvitation, at), 200);
    assert.equal(again.id, first.id);
    assert.equal(again.mailed, true);
    assert.equal(again.link, null);
    assert.ok(again.expiresAt >= first.expiresAt);
    const tokens = (await mailsTo(server, email, 2)).map((mail) => tokenIn(mail, '/invitation'));
    const now = tokens.find((token) => token !== before) ?? '';
    assert.equal((await visitor(readInvitation, { body: { token: before } })).status, 404);
    assert.equal((await visitor(readInvitation, { body: { token: now } })).status, 200);
  });

  test('200: without email, a new link replaces the previous one', async () => {
    const server = await useMaillessServer();
    const { owner, visitor, params } = await newOwner(server);
    const body = { email: newEmail(), role };
    const first = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    const at = { params: { ...params, invitationId: first.id } };
    const again = bodyOf(await owner.call(resendInvitation, at), 200);
    assert.equal(again.mailed, false);
    const read = async (link: string | null) =>
      (await visitor(readInvitation, { body: { token: tokenOf(link) } })).status;
    assert.deepEqual([await read(first.link), await read(again.link)], [404, 200]);
  });

  test('404: an unknown invitation, or one of another project; 403: as a viewer', async () => {
    const server = await useServer();
    const { project, owner, params } = await newOwner(server);
    const body = { email: newEmail(), role };
    const { id } = bodyOf(await owner.call(createInvitation, { params, body }), 201);
    const none = { params: { ...params, invitationId: newId() } };
    assert.equal((await owner.call(resendInvitation, none)).status, 404);
    const other = await newOwner(server);
    const foreign = { params: { ...other.params, invitationId: id } };
    assert.equal((await other.owner.call(resendInvitation, foreign)).status, 404);
    const viewer = await newPerson({ project, role: 'viewer' });
    const mine = { params: { ...params, invitationId: id } };
    assert.equal((await viewer.call(resendInvitation, mine)).status, 403);
  });
});
