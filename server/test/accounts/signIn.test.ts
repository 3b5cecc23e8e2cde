import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { listDashboardSessions } from '#teams/accounts/sessions/listDashboardSessions.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { newId } from '#platform/lib/uuid.ts';
import { totpOf, wrongTotpOf } from '../support/callers/totpOf.ts';
import { PASSWORD, cookieHeader, openAccounts } from './openAccounts.ts';

const REFUSED = { code: 'UNAUTHORIZED', message: 'Invalid e-mail or password' };

test('an email in any case and its password open a session that records browser and masked IP address', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const signedIn = await signIn(
    t.accounts,
    { email: user.email.toUpperCase(), password: PASSWORD },
    { address: '203.0.113.9', userAgent: 'A browser' },
  );
  assert.ok(signedIn.outcome === 'signedIn');
  assert.deepEqual(signedIn.user, user);
  assert.equal(signedIn.session.address, '203.0.113.0', 'no raw address is stored');
  assert.equal(signedIn.session.userAgent, 'A browser');
  assert.deepEqual(await listDashboardSessions(t.accounts, user), [signedIn.session]);
});

test('the refresh cookie is HttpOnly, Secure, SameSite=Strict and limited to the accounts path', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  assert.equal(setCookies.length, 1);
  const [cookie = ''] = setCookies;
  assert.match(cookie, /^__Secure-fairlead\.session_token=/);
  for (const attribute of [
    'HttpOnly',
    'Secure',
    'SameSite=Strict',
    'Path=/api/v1/session',
    'Max-Age=1209600',
  ]) {
    assert.ok(cookie.split('; ').includes(attribute), `${attribute} in ${cookie}`);
  }
});

test('over plain HTTP the cookie is not marked Secure', async () => {
  await using t = await openAccounts({ publicUrl: 'http://localhost:3000' });
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  assert.match(setCookies[0] ?? '', /^fairlead\.session_token=/);
  assert.doesNotMatch(setCookies[0] ?? '', /Secure/);
});

test('unknown users and wrong passwords get one answer, after one password hash each', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const foreign = await t.newUser();
  await t.db
    .updateTable('user_accounts')
    .set({ password: null })
    .where('user_id', '=', foreign.id)
    .execute();
  for (const email of [user.email, foreign.email, `${newId()}@example.com`]) {
    const hashes = await countHashes(() =>
      assert.rejects(signIn(t.accounts, { email, password: 'not the password' }), REFUSED),
    );
    assert.equal(hashes, 1, email);
  }
});

test('malformed credentials get the same answer', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  for (const credentials of [
    { email: 'nobody', password: PASSWORD },
    { email: '', password: '' },
    { email: user.email, password: '' },
    { email: user.email, password: 'x'.repeat(10_000) },
    { email: `${user.email}\u0000`, password: PASSWORD },
  ]) {
    await assert.rejects(signIn(t.accounts, credentials), REFUSED);
  }
  assert.deepEqual(t.errors, []);
});

test("Better Auth's own sign-up route is closed", async () => {
  await using t = await openAccounts();
  const body = { email: `${newId()}@example.com`, password: PASSWORD, name: 'Intruder' };
  const reply = await post(t, 'sign-up/email', body, { origin: 'https://fairlead.test' });
  assert.equal(reply.status, 400);
  await assert.rejects(signIn(t.accounts, body), REFUSED);
});

test("Better Auth's routes refuse forms from other sites", async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const body = { email: user.email, password: PASSWORD };
  assert.equal((await post(t, 'sign-in/email', body, { origin: 'https://evil.test' })).status, 403);
  assert.equal(
    (await post(t, 'sign-in/email', body, { origin: 'https://fairlead.test' })).status,
    200,
  );
});

test('with a second factor, the session opens only after the code', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { api } = t.accounts.auth;
  const first = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const headers = new Headers({ cookie: cookieHeader(first.setCookies) });
  const enabled = await api.enableTwoFactor({ body: { password: PASSWORD }, headers });
  assert.ok('totpURI' in enabled);
  const secret = new URL(enabled.totpURI).searchParams.get('secret') ?? '';
  assert.match(enabled.totpURI, /issuer=Fairlead/);
  const stored = await t.db
    .selectFrom('two_factors')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  assert.ok(!JSON.stringify(stored).includes(secret), 'the secret is sealed in the database');
  await api.verifyTOTP({ body: { code: totpOf(secret) }, headers });
  await t.db.deleteFrom('dashboard_sessions').where('user_id', '=', user.id).execute();

  const second = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  assert.equal(second.outcome, 'secondFactorRequired');
  assert.deepEqual(await listDashboardSessions(t.accounts, user), []);
  const challenge = new Headers({ cookie: cookieHeader(second.setCookies) });
  const wrong = wrongTotpOf(secret);
  await assert.rejects(api.verifyTOTP({ body: { code: wrong }, headers: challenge }));
  await api.verifyTOTP({ body: { code: totpOf(secret) }, headers: challenge });
  assert.equal((await listDashboardSessions(t.accounts, user)).length, 1);
});

async function post(
  t: Awaited<ReturnType<typeof openAccounts>>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return t.accounts.auth.handler(
    new Request(`https://fairlead.test/api/v1/session/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'a=b', ...headers },
      body: JSON.stringify(body),
    }),
  );
}

/** Counts the password hashes that Node really starts, which is where the time of a sign-in goes. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}
