import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { createDashboardSession } from '#teams/accounts/sessions/createDashboardSession.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import { revokeDashboardSession } from '#teams/accounts/sessions/revokeDashboardSession.ts';
import { CHECK_LIFETIME_MS, createSessionChecks } from '#teams/accounts/sessions/sessionChecks.ts';
import { verifyDashboardToken } from '#teams/accounts/sessions/verifyDashboardToken.ts';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import { newId } from '#platform/lib/uuid.ts';
import { SECRET, openAccounts } from './openAccounts.ts';

const INVALID = { code: 'UNAUTHORIZED', message: 'Dashboard session token invalid' };
const ENDED = { code: 'UNAUTHORIZED', message: 'Dashboard session ended; sign in again' };

test('a token is a three-part HS256 JWT of user and session with numeric times, valid for an hour', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const session = await createDashboardSession(t.accounts, user);
  const { token, expiresAt } = await issueDashboardToken(t.accounts, session);
  assert.equal(token.split('.').length, 3);
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT' });
  const { sub, sid, iat = 0, exp = 0, ...rest } = decodeJwt(token);
  assert.deepEqual({ sub, sid, rest }, { sub: user.id, sid: session.id, rest: {} });
  assert.equal(exp - iat, 3600);
  assert.equal(expiresAt.getTime(), exp * 1000);
  assert.deepEqual(await verifyDashboardToken(t.accounts, token), { user, sessionId: session.id });
});

test('a token expires', async () => {
  await using t = await openAccounts();
  const session = await createDashboardSession(t.accounts, await t.newUser());
  const { token } = await issueDashboardToken(t.accounts, session);
  t.clock.aheadMs = 3_590_000;
  await verifyDashboardToken(t.accounts, token);
  t.clock.aheadMs = 3_601_000;
  await assert.rejects(verifyDashboardToken(t.accounts, token), ENDED);
});

test("a token may be given a longer lifetime, but never beyond its session's", async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const month = 30 * 86_400;
  const session = await createDashboardSession(t.accounts, user, { lifetimeSeconds: month });
  const { token } = await issueDashboardToken(t.accounts, session, { lifetimeSeconds: month });
  t.clock.aheadMs = (month - 60) * 1000;
  await verifyDashboardToken(t.accounts, token);
  t.clock.aheadMs = 0;
  const capped = await issueDashboardToken(t.accounts, session, { lifetimeSeconds: 2 * month });
  assert.ok(capped.expiresAt <= session.expiresAt);
});

test('a token not signed here for this purpose is invalid', async () => {
  await using t = await openAccounts();
  await using other = await openAccounts({
    secret: 'another secret, as long as the first one was',
  });
  const user = await t.newUser();
  const session = await createDashboardSession(t.accounts, user);
  const { token } = await issueDashboardToken(t.accounts, session);
  const [head = '', body = '', signature = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const otherBody = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: newId() })).toString(
    'base64url',
  );
  for (const forged of [
    '',
    'fl_live_key',
    'a.b.c',
    `${head}.${body}`,
    `${none}.${body}.`,
    `${head}.${otherBody}.${signature}`,
    (await issueDashboardToken(other.accounts, session)).token,
    await signed(decodeJwt(token), deriveKey(SECRET, 'another purpose')),
    await signed({ sub: user.id, sid: session.id, iat: 1 }, t.accounts.tokenKeys[0]),
    await signed({ ...decodeJwt(token), sid: "' or true" }, t.accounts.tokenKeys[0]),
    await signed({ ...decodeJwt(token), sid: 7 }, t.accounts.tokenKeys[0]),
  ]) {
    await assert.rejects(verifyDashboardToken(t.accounts, forged), INVALID, forged);
  }
});

test('a session of another user is refused', async () => {
  await using t = await openAccounts();
  const session = await createDashboardSession(t.accounts, await t.newUser());
  const stranger = await t.newUser();
  const { token } = await issueDashboardToken(t.accounts, { ...session, userId: stranger.id });
  await assert.rejects(verifyDashboardToken(t.accounts, token), ENDED);
});

test('revoking a session invalidates its tokens here at once, in other processes within seconds', async () => {
  await using here = await openAccounts();
  await using elsewhere = await openAccounts();
  const user = await here.newUser();
  const session = await createDashboardSession(here.accounts, user);
  const { token } = await issueDashboardToken(here.accounts, session);
  await verifyDashboardToken(here.accounts, token);
  await verifyDashboardToken(elsewhere.accounts, token);
  assert.equal(await revokeDashboardSession(here.accounts, user, session.id), true);
  await assert.rejects(verifyDashboardToken(here.accounts, token), ENDED);
  elsewhere.clock.aheadMs = CHECK_LIFETIME_MS;
  await assert.rejects(verifyDashboardToken(elsewhere.accounts, token), ENDED);
});

test('deleting a user ends all their sessions', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { token } = await issueDashboardToken(
    t.accounts,
    await createDashboardSession(t.accounts, user),
  );
  await t.db.deleteFrom('users').where('id', '=', user.id).execute();
  await assert.rejects(verifyDashboardToken(t.accounts, token), ENDED);
});

test('a session check is cached for seconds', async () => {
  await using t = await openAccounts();
  const user = await t.newUser();
  const { token } = await issueDashboardToken(
    t.accounts,
    await createDashboardSession(t.accounts, user),
  );
  await verifyDashboardToken(t.accounts, token);
  await t.db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', user.id).execute();
  assert.equal((await verifyDashboardToken(t.accounts, token)).user.name, user.name);
  t.clock.aheadMs = CHECK_LIFETIME_MS;
  assert.equal((await verifyDashboardToken(t.accounts, token)).user.name, 'Renamed');
});

test('the session cache is bounded, and a revocation wins over a late database answer', () => {
  const checks = createSessionChecks(() => 0);
  for (let index = 0; index < 20_000; index += 1) checks.keep(`session ${index}`, undefined);
  assert.equal(checks.find('session 0'), undefined);
  assert.notEqual(checks.find('session 19999'), undefined);
  const user = {
    id: 'u',
    name: 'n',
    email: 'e',
    emailVerified: true,
    twoFactorEnabled: false,
    createdAt: new Date(0),
  };
  checks.end('s');
  assert.equal(checks.keep('s', { user, expiresAt: new Date(1) }).live, undefined);
});

async function signed(claims: object, key: Uint8Array): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}
