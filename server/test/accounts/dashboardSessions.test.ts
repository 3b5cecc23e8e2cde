import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDashboardSession } from '#teams/accounts/sessions/createDashboardSession.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import { listDashboardSessions } from '#teams/accounts/sessions/listDashboardSessions.ts';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { revokeDashboardSession } from '#teams/accounts/sessions/revokeDashboardSession.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { verifyDashboardToken } from '#teams/accounts/sessions/verifyDashboardToken.ts';
import { newId } from '#platform/lib/uuid.ts';
import { PASSWORD, cookieHeader, openAccounts } from './openAccounts.ts';

const NEW_PASSWORD = 'a quite different phrase';

test('a session cookie gets fresh bearer tokens until the session is revoked', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const cookie = cookieHeader(setCookies);
  const fresh = await refreshDashboardToken(t.accounts, { cookie });
  assert.ok(fresh !== undefined);
  assert.deepEqual(fresh.user, user);
  assert.deepEqual(await verifyDashboardToken(t.accounts, fresh.token), {
    user,
    sessionId: fresh.sessionId,
  });
  await revokeDashboardSession(t.accounts, user, fresh.sessionId);
  assert.equal(await refreshDashboardToken(t.accounts, { cookie }), undefined);
});

test('a session used after a day is extended, with a new cookie', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const inAWeek = new Date(Date.now() + 7 * 86_400_000);
  await t.db
    .updateTable('dashboard_sessions')
    .set({ expires_at: inAWeek })
    .where('user_id', '=', user.id)
    .execute();
  const fresh = await refreshDashboardToken(t.accounts, { cookie: cookieHeader(setCookies) });
  assert.match(fresh?.setCookies[0] ?? '', /session_token=.*Path=\/api\/v1\/session/);
  const [session] = await listDashboardSessions(t.accounts, user);
  assert.ok(session !== undefined && session.expiresAt > new Date(Date.now() + 13 * 86_400_000));
});

test('missing and forged cookies, unsigned tokens and expired sessions cannot refresh', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const cookie = cookieHeader(setCookies);
  const [name = '', value = ''] = cookie.split('=');
  const unsigned = decodeURIComponent(value).split('.')[0] ?? '';
  assert.ok(
    await t.db
      .selectFrom('dashboard_sessions')
      .select('id')
      .where('token', '=', unsigned)
      .executeTakeFirst(),
  );
  for (const forged of [
    undefined,
    '',
    `${name}=${unsigned}`,
    `${name}=${unsigned}.${'A'.repeat(43)}%3D`,
    `${cookie}x`,
  ]) {
    assert.equal(
      await refreshDashboardToken(t.accounts, forged === undefined ? {} : { cookie: forged }),
      undefined,
    );
  }
  await t.db
    .updateTable('dashboard_sessions')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute();
  assert.equal(await refreshDashboardToken(t.accounts, { cookie }), undefined);
});

test('a user can list and revoke only their own sessions', async () => {
  await using t = await openAccounts();
  const [user, stranger] = [await t.newUser(), await t.newUser()];
  const older = await createDashboardSession(t.accounts, user, { userAgent: 'fairlead provision' });
  const newer = await createDashboardSession(t.accounts, user);
  await createDashboardSession(t.accounts, user, { lifetimeSeconds: -1 });
  const foreign = await createDashboardSession(t.accounts, stranger);
  assert.deepEqual(await listDashboardSessions(t.accounts, user), [newer, older]);
  assert.equal(await revokeDashboardSession(t.accounts, user, foreign.id), false);
  assert.equal(await revokeDashboardSession(t.accounts, user, newId()), false);
  assert.equal(await revokeDashboardSession(t.accounts, user, 'no uuid'), false);
  assert.equal(await revokeDashboardSession(t.accounts, user, older.id), true);
  assert.deepEqual(await listDashboardSessions(t.accounts, user), [newer]);
  assert.deepEqual(await listDashboardSessions(t.accounts, stranger), [foreign]);
});

test('Better Auth lists and revokes sessions that Fairlead created', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const provisioned = await createDashboardSession(t.accounts, user);
  const { token } = await issueDashboardToken(t.accounts, provisioned);
  await verifyDashboardToken(t.accounts, token);
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const headers = new Headers({ cookie: cookieHeader(setCookies) });
  const listed = await t.accounts.auth.api.listSessions({ headers });
  assert.equal(listed.length, 2);
  await t.accounts.auth.api.revokeOtherSessions({ headers });
  await assert.rejects(verifyDashboardToken(t.accounts, token), { code: 'UNAUTHORIZED' });
  assert.equal((await listDashboardSessions(t.accounts, user)).length, 1);
});

test('a password change takes effect at once and can revoke all other sessions', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const other = await createDashboardSession(t.accounts, user);
  const { token } = await issueDashboardToken(t.accounts, other);
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const headers = new Headers({ cookie: cookieHeader(setCookies) });
  const change = (currentPassword: string, newPassword: string) =>
    t.accounts.auth.api.changePassword({
      body: { currentPassword, newPassword, revokeOtherSessions: true },
      headers,
    });
  await assert.rejects(change('not the password', NEW_PASSWORD), /Invalid password/i);
  await assert.rejects(change(PASSWORD, 'a'.repeat(20)), {
    code: 'VALIDATION_ERROR',
    message: /^newPassword /,
  });
  await assert.rejects(change(PASSWORD, 'short'));
  await change(PASSWORD, NEW_PASSWORD);
  await assert.rejects(verifyDashboardToken(t.accounts, token), { code: 'UNAUTHORIZED' });
  await assert.rejects(signIn(t.accounts, { email: user.email, password: PASSWORD }), {
    code: 'UNAUTHORIZED',
  });
  await signIn(t.accounts, { email: user.email, password: NEW_PASSWORD });
});

test('a password reset by the emailed token works once and revokes every session', async () => {
  const t = await openAccounts();
  const user = await t.newUser();
  await createDashboardSession(t.accounts, user);
  const { api } = t.accounts.auth;
  await api.requestPasswordReset({ body: { email: `${newId()}@example.com` } });
  await api.requestPasswordReset({ body: { email: user.email } });
  await t.accounts[Symbol.asyncDispose]();
  assert.equal(t.mails.length, 1, 'an unknown address gets no mail');
  const [mail] = t.mails;
  assert.equal(mail?.to, user.email);
  const page = new URL(mail?.text.match(/https:\S+/)?.[0] ?? '');
  assert.equal(page.origin + page.pathname, 'https://fairlead.test/reset-password');
  const token = page.searchParams.get('token') ?? '';
  const stored = await t.db
    .selectFrom('verifications')
    .select(['identifier', 'value'])
    .where('value', '=', user.id)
    .execute();
  assert.equal(stored.length, 1);
  assert.ok(!JSON.stringify(stored).includes(token), 'the token is stored only as a hash');
  await api.resetPassword({ body: { token, newPassword: NEW_PASSWORD } });
  assert.deepEqual(await listDashboardSessions(t.accounts, user), []);
  await signIn(t.accounts, { email: user.email, password: NEW_PASSWORD });
  await assert.rejects(
    api.resetPassword({ body: { token, newPassword: PASSWORD } }),
    /invalid token/i,
  );
  await t[Symbol.asyncDispose]();
});

test('the emailed token verifies the email', async () => {
  const t = await openAccounts();
  const user = await t.newUser();
  const { api } = t.accounts.auth;
  await api.sendVerificationEmail({ body: { email: user.email } });
  await t.accounts[Symbol.asyncDispose]();
  const page = new URL(t.mails[0]?.text.match(/https:\S+/)?.[0] ?? '');
  assert.equal(page.pathname, '/verify-email');
  await api.verifyEmail({ query: { token: page.searchParams.get('token') ?? '' } });
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const fresh = await refreshDashboardToken(t.accounts, { cookie: cookieHeader(setCookies) });
  assert.equal(fresh?.user.emailVerified, true);
  await t[Symbol.asyncDispose]();
});
