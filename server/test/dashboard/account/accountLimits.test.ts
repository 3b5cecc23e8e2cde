import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { newId } from '#platform/lib/uuid.ts';
import { mailsTo, tokenIn } from '../../support/outside/mails.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { newProject } from '../../support/callers/personas.ts';
import { type RawReply, send } from '../../support/callers/request.ts';
import { until } from '../../support/until.ts';
import { startServer, type TestServer } from '../../support/useServer.ts';

const { changePassword, createInvitation, resendInvitation, sendVerification } = operations;

let limited: Promise<TestServer> | undefined;
const onLimited = () => (limited ??= startServer({ RATE_LIMITS: 'on' }));

/** Each from a client of its own, so that no limit of an address stands in the way. */
let clients = 0;
const anotherClient = () => `198.18.${Math.floor(clients / 250)}.${1 + (clients++ % 250)}`;

function post({ port }: TestServer, path: string, body: object, cookie?: string) {
  return send({
    method: 'POST',
    path: `/api/v1${path}`,
    port,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': anotherClient(),
      ...(cookie && { cookie }),
    },
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

/** As strangers do with wrong passwords; without the cost of a password hash each. */
async function useUp({ app }: TestServer, email: string): Promise<void> {
  for (let tries = 0; tries < RATE_LIMITS.account.requests; tries += 1) {
    await app.rateLimiter!.draw('account', email);
  }
}

async function newCredentials(server: TestServer) {
  const { userEmail: email, userPassword: password } = await newProject(
    { userEmail: `${newId()}@mails.test` },
    server,
  );
  return { email, password };
}

/** The cookies of an answer, as the browser sends them back. */
const cookiesOf = ({ headers }: RawReply) =>
  (headers['set-cookie'] ?? []).map((each) => each.split(';', 1)[0]).join('; ');

test('only failed tries count against an account', async () => {
  const server = await onLimited();
  const { email, password } = await newCredentials(server);
  const left = () => server.app.rateLimiter!.peek('account', email).remaining;
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await post(server, '/session', { email, password })).status, 200);
  }
  assert.equal(left(), RATE_LIMITS.account.requests);
  assert.equal((await post(server, '/session', { email, password: 'a wrong one' })).status, 401);
  assert.equal(left(), RATE_LIMITS.account.requests - 1);
});

test('a browser that has signed in before has its own budget, for that account only', async () => {
  const server = await onLimited();
  const [owner, other] = [await newCredentials(server), await newCredentials(server)];
  const before = await post(server, '/session', owner);
  const cookie = cookiesOf(before);
  const stranger = cookiesOf(await post(server, '/session', other));
  await useUp(server, owner.email);
  assert.equal((await post(server, '/session', owner)).status, 429);
  assert.equal((await post(server, '/session', owner, stranger)).status, 429);
  assert.equal((await post(server, '/session', owner, `${cookie}x`)).status, 429);
  assert.equal((await post(server, '/session', owner, cookie)).status, 200);
  // The cookie opens nothing by itself, and has no more tries than an account.
  const guess = { email: owner.email, password: 'a wrong guess' };
  const guesses = [];
  for (let tries = 0; tries < RATE_LIMITS.account.requests; tries += 3) {
    const replies = await Promise.all([1, 2, 3].map(() => post(server, '/session', guess, cookie)));
    guesses.push(...replies.map((reply) => reply.status));
  }
  assert.deepEqual(new Set(guesses), new Set([401]));
  assert.equal((await post(server, '/session', owner, cookie)).status, 429);
});

test("a reset by mail empties the account's budget in every process", async () => {
  const server = await onLimited();
  const another = await startServer({ RATE_LIMITS: 'on' });
  const { email } = await newCredentials(server);
  await useUp(server, email);
  const signIn = (on: TestServer) => post(on, '/session', { email, password });
  const password = 'a wholly new password';
  for (const each of [server, another]) assert.equal((await signIn(each)).status, 429);
  assert.equal((await post(server, '/account/password/forgot', { email })).status, 202);
  const [mail] = await mailsTo(server, email, 1);
  const token = tokenIn(mail, '/reset-password');
  const reset = await post(server, '/account/password/reset', { token, newPassword: password });
  assert.equal(reset.status, 200, reset.text);
  assert.equal((await signIn(server)).status, 200);
  await until('signed in elsewhere', async () => (await signIn(another)).status === 200);
  await useUp(server, email);
  const sameBrowser = await post(server, '/session', { email, password }, cookiesOf(reset));
  assert.equal(sameBrowser.status, 200);
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
