import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, newProject, type TestProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, openedBy, signInAgain } from '../../support/callers/person.ts';
import { send } from '../../support/callers/request.ts';
import { startServer, type TestServer, useServer } from '../../support/useServer.ts';
import { newId } from '#platform/lib/uuid.ts';

const { signIn, refreshSession, signOut, getCurrentUser, listSessions } = operations;
const { revokeSession, revokeOtherSessions, getSignInOptions } = operations;

const api = (headers: Record<string, string> = {}) => anonymous('/api/v1', headers);
const bearer = (token: string) => api({ authorization: `Bearer ${token}` });
const credentials = (project: TestProject) => ({
  email: project.userEmail,
  password: project.userPassword,
});

async function signedIn(project: TestProject) {
  const reply = await (await api())(signIn, { body: credentials(project) });
  const body = openedBy(reply);
  const cookies = reply.headers.getSetCookie();
  return { body, cookies, cookie: cookies.map((each) => each.split(';', 1)[0]).join('; ') };
}

describe('dashboard sessions', () => {
  test('the token is in the body, the refresh credential in an HttpOnly cookie', async () => {
    const { body, cookies } = await signedIn(await newProject());
    assert.match(body.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(
      cookies.map((each) => each.split('=', 1)[0]),
      ['fairlead.session_token', 'fairlead.device'],
    );
    for (const each of cookies) {
      assert.match(each, /; Path=\/api\/v1\/session; HttpOnly; SameSite=Strict/);
    }
    assert.ok(
      !JSON.stringify(body).includes((cookies[0] ?? '').split('=')[1]?.slice(0, 20) ?? '?'),
    );
    const me = bodyOf(await (await bearer(body.token))(getCurrentUser, {}), 200);
    assert.deepEqual(me, { user: body.user, sessionId: body.sessionId });
  });

  test('the cookie gets fresh tokens until the user signs out', async () => {
    const { body, cookie } = await signedIn(await newProject());
    const withCookie = await api({ cookie });
    const fresh = bodyOf(await withCookie(refreshSession, { body: {} }), 200);
    assert.equal(fresh.sessionId, body.sessionId);
    const out = await (await bearer(fresh.token))(signOut, {});
    assert.equal(out.status, 200);
    assert.match(out.headers.getSetCookie().join(), /Max-Age=0/);
    assert.equal((await withCookie(refreshSession, { body: {} })).status, 401);
    assert.equal((await (await bearer(fresh.token))(getCurrentUser, {})).status, 401);
  });

  test('401: reusing a cookie that was replaced twice ends the session for everyone', async () => {
    const { body, cookie } = await signedIn(await newProject());
    const refresh = async (each: string) => {
      const reply = await (await api({ cookie: each }))(refreshSession, { body: {} });
      const [next = ''] = reply.headers.getSetCookie();
      return {
        status: reply.status,
        text: JSON.stringify(reply.body),
        next: next.split(';', 1)[0]!,
      };
    };
    const second = await refresh(cookie);
    assert.deepEqual(await refresh(cookie).then((tab) => tab.next), second.next, 'another tab');
    const third = await refresh(second.next);
    const stolen = await refresh(cookie);
    assert.equal(stolen.status, 401);
    assert.match(stolen.text, /session was ended/);
    assert.equal((await refresh(third.next)).status, 401);
    assert.equal((await (await bearer(body.token))(getCurrentUser, {})).status, 401);
  });

  test('401: a token without the cookie cannot refresh', async () => {
    const { body } = await signedIn(await newProject());
    const call = await bearer(body.token);
    assert.equal((await call(refreshSession, { body: {} })).status, 401);
  });

  test('400: an invalid body', async () => {
    assert.equal((await send({ method: 'POST', path: '/api/v1/session', body: '{}' })).status, 400);
    const reply = await send({ method: 'POST', path: '/api/v1/session/refresh', body: '[]' });
    assert.equal(reply.status, 400);
  });

  test('401: the same answer for unknown emails and wrong passwords', async () => {
    const project = await newProject();
    const call = await api();
    const wrong = await call(signIn, { body: { ...credentials(project), password: 'not it' } });
    const unknown = await call(signIn, {
      body: { email: `${newId()}@x.test`, password: 'not it' },
    });
    assert.equal(wrong.status, 401);
    assert.deepEqual(unknown.body, wrong.body);
  });

  test('429: sign-in is limited per IP address, whatever the accounts', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' });
    const attempt = (address: string) =>
      post(limited, '/session', address, { email: `${newId()}@x.test`, password: 'guess' });
    // At once, so that they fall into one window however long a hash takes.
    const tried = await Promise.all(Array.from({ length: 10 }, () => attempt('203.0.113.77')));
    assert.ok(tried.every((reply) => reply.status === 401));
    const refused = await attempt('203.0.113.77');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await attempt('203.0.113.78')).status, 401);
  });
});

test('429: password resets and reading invitations are limited per IP address too', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' });
  const calls = [
    // Each to another mailbox, which has a limit of its own.
    ['/account/password/forgot', () => ({ email: `${newId()}@x.test` }), 202, '203.0.113.91'],
    ['/invitations/read', () => ({ token: 'none' }), 404, '203.0.113.92'],
  ] as const;
  for (const [path, body, status, address] of calls) {
    const tried = await Promise.all(
      Array.from({ length: 10 }, () => post(limited, path, address, body())),
    );
    assert.ok(
      tried.every((reply) => reply.status === status),
      path,
    );
    assert.equal((await post(limited, path, address, body())).status, 429, path);
  }
});

function post({ port }: TestServer, path: string, address: string, body: object) {
  return send({
    method: 'POST',
    path: `/api/v1${path}`,
    port,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

describe("a user's sessions", () => {
  test('are listed, revoked one by one, or all but the current one', async () => {
    const server = await useServer();
    const here = await newPerson();
    const [phone, laptop] = await Promise.all([
      signInAgain(server, here.user.id),
      signInAgain(server, here.user.id),
    ]);
    const { sessions } = bodyOf(await here.call(listSessions, {}), 200);
    assert.deepEqual(
      new Set(sessions.map((session) => session.id)),
      new Set([here, phone, laptop].map((each) => each.sessionId)),
    );
    assert.deepEqual(
      sessions.filter((session) => session.current).map((session) => session.id),
      [here.sessionId],
    );
    const { sessionId } = phone;
    assert.equal((await here.call(revokeSession, { params: { sessionId } })).status, 200);
    assert.equal((await phone.call(getCurrentUser, {})).status, 401);
    assert.equal((await here.call(revokeSession, { params: { sessionId } })).status, 404);
    assert.deepEqual(bodyOf(await here.call(revokeOtherSessions, {}), 200), { revoked: 1 });
    assert.equal((await laptop.call(getCurrentUser, {})).status, 401);
    assert.equal((await here.call(getCurrentUser, {})).status, 200);
  });

  test('of others cannot be revoked', async () => {
    const [one, other] = await Promise.all([newPerson(), newPerson()]);
    const { sessionId } = other;
    assert.equal((await one.call(revokeSession, { params: { sessionId } })).status, 404);
    assert.equal((await one.call(revokeSession, { params: { sessionId: 'none' } })).status, 400);
    assert.equal((await other.call(getCurrentUser, {})).status, 200);
  });
});

describe('forms of other sites (CSRF)', () => {
  const JSON_CALLS = {
    '/session': { email: 'a@b.test', password: 'x' },
    '/session/refresh': {},
    '/account/password/forgot': { email: 'a@b.test' },
    '/account/password/reset': { token: 'x', newPassword: 'correct horse battery' },
    '/account/email/verify': { token: 'x' },
    '/invitations/accept': { token: 'x' },
  };
  for (const [path, body] of Object.entries(JSON_CALLS)) {
    test(`403, 415: POST ${path}`, async () => {
      const post = (headers: Record<string, string>) =>
        send({ method: 'POST', path: `/api/v1${path}`, headers, body: JSON.stringify(body) });
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        assert.equal((await post({ 'content-type': type })).status, 415, type);
      }
      const fromElsewhere = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
      assert.equal((await post(fromElsewhere)).status, 403);
    });
  }

  test('415: refreshing, even with a valid cookie', async () => {
    const { cookie } = await signedIn(await newProject());
    const reply = await send({
      method: 'POST',
      path: '/api/v1/session/refresh',
      headers: { cookie, 'content-type': 'text/plain' },
      body: '{}',
    });
    assert.equal(reply.status, 415);
    assert.equal(reply.headers['set-cookie'], undefined);
  });

  test('preflights of other sites are not answered', async () => {
    const reply = await send({
      method: 'OPTIONS',
      path: '/api/v1/session',
      headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' },
    });
    assert.equal(reply.headers['access-control-allow-origin'], undefined);
  });
});

test('getSignInOptions 200: oidc is null without a provider', async () => {
  const options = bodyOf(await (await api())(getSignInOptions, {}), 200);
  assert.deepEqual(options, { passkeyOrigin: null, oidc: null });
});
