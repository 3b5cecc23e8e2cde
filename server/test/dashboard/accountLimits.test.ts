import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { newId } from '../../src/lib/uuid.ts';
import { mailsTo } from '../support/mails.ts';
import { bodyOf, newPerson, ownerOf } from '../support/person.ts';
import { newProject } from '../support/personas.ts';
import { send } from '../support/request.ts';
import { startServer, type TestServer } from '../support/useServer.ts';

const { changePassword, createInvitation, resendInvitation, sendVerification } = operations;

let limited: Promise<TestServer> | undefined;
const onLimited = () => (limited ??= startServer({ RATE_LIMITS: 'on' }));

/** Each from a client of its own, so that no limit of an address stands in the way. */
let clients = 0;
const anotherClient = () => `198.18.${Math.floor(clients / 250)}.${1 + (clients++ % 250)}`;

function post({ port }: TestServer, path: string, body: object) {
  return send({
    method: 'POST',
    path: `/api/v1${path}`,
    port,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anotherClient() },
    body: JSON.stringify(body),
  });
}

/** What an answer tells someone who guesses: all but times. */
const toldBy = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replace(/\d+ (minutes|seconds)/, 'a while'),
});

test('429: attempts on one account are limited across clients, for unknown emails too', async () => {
  const server = await onLimited();
  const project = await newProject({}, server);
  const unknown = `${newId()}@nobody.test`;
  const told = [];
  for (const email of [project.userEmail, unknown]) {
    const attempt = (password: string, as = email) =>
      post(server, '/session', { email: as, password });
    // A few at once: each costs a password hash.
    for (let tries = 0; tries < RATE_LIMITS.account.requests; tries += 3) {
      const replies = await Promise.all([1, 2, 3].map(() => attempt('a wrong guess')));
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [401, 401, 401],
      );
    }
    // Not even the right password tells itself, and another case is the same account.
    const refused = await attempt(project.userPassword, email.toUpperCase());
    assert.ok(Number(refused.headers['retry-after']) > 60);
    assert.match(String(refused.headers['ratelimit-policy']), /"account";q=30;w=3600/);
    told.push(toldBy(refused));
  }
  assert.equal(told[0]?.status, 429);
  assert.deepEqual(told[0], told[1]);
  // Whoever is signed in is not locked out by strangers, and has a budget of one's own.
  const owner = await ownerOf(project);
  const body = { currentPassword: 'a wrong guess', newPassword: 'a wholly new password' };
  assert.equal((await owner.call(changePassword, { body })).status, 400);
});

test('429: a mailbox gets three emails an hour of any kind, known or not', async () => {
  const server = await onLimited();
  const project = await newProject({ userEmail: `${newId()}@mails.test` }, server);
  const told = [];
  for (const email of [project.userEmail, `${newId()}@nobody.test`]) {
    for (let mails = 0; mails < RATE_LIMITS.mailbox.requests; mails += 1) {
      assert.equal((await post(server, '/account/password/forgot', { email })).status, 202);
    }
    told.push(toldBy(await post(server, '/account/password/forgot', { email })));
  }
  assert.equal(told[0]?.status, 429);
  assert.deepEqual(told[0], told[1]);
  assert.equal((await mailsTo(server, project.userEmail, 3)).length, 3);

  const { db } = server.app;
  const unproved = { email_verified: false };
  await db.updateTable('users').set(unproved).where('email', '=', project.userEmail).execute();
  const owner = await ownerOf(project);
  assert.equal((await owner.call(sendVerification, {})).status, 429);
});

test('429: invitations use the same budget, and a refused one changes nothing', async () => {
  const server = await onLimited();
  const project = await newProject({}, server);
  const owner = await newPerson({ project, role: 'admin' });
  const params = { projectId: project.project.id };
  const email = `${newId()}@invited.test`;
  const made = await owner.call(createInvitation, { params, body: { email, role: 'viewer' } });
  const { id: invitationId } = bodyOf(made, 201);
  const resend = () => owner.call(resendInvitation, { params: { ...params, invitationId } });
  assert.equal((await resend()).status, 200);
  assert.equal((await resend()).status, 200);
  const before = await tokenOf(server, invitationId);
  assert.equal((await resend()).status, 429);
  const again = await owner.call(createInvitation, { params, body: { email, role: 'admin' } });
  assert.equal(again.status, 429);
  assert.deepEqual(await tokenOf(server, invitationId), before, 'the mailed link is still good');
});

function tokenOf({ app }: TestServer, id: string) {
  return app.db
    .selectFrom('invitations')
    .select(['token_hash', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

test('429: sign-in is limited per IPv6 /48 network too', async () => {
  const { port } = await onLimited();
  const attempt = (address: string) =>
    send({ port, path: '/api/v1/session/oidc', headers: { 'x-forwarded-for': address } });
  const { requests } = RATE_LIMITS.signInSite;
  const tries = await Promise.all(
    Array.from({ length: requests }, (_, number) =>
      attempt(`2001:db8:77:${Math.floor(number / 5).toString(16)}::${1 + (number % 5)}`),
    ),
  );
  assert.deepEqual(new Set(tries.map((reply) => reply.status)), new Set([404]));
  assert.equal((await attempt('2001:db8:77:ffff::1')).status, 429);
  assert.equal((await attempt('2001:db8:78::1')).status, 404);
});
