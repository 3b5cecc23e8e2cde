import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDashboardSessions } from '#teams/accounts/sessions/listDashboardSessions.ts';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { ROTATION_GRACE_MS } from '#teams/accounts/sessions/rotateSession.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { verifyDashboardToken } from '#teams/accounts/sessions/verifyDashboardToken.ts';
import { PASSWORD, cookieHeader, openAccounts } from './openAccounts.ts';

type Opened = Awaited<ReturnType<typeof openAccounts>>;

/** Someone signed in, and what a browser's `Cookie` header says after each refresh. */
async function enter(t: Opened) {
  const user = await t.newUser();
  const { setCookies } = await signIn(t.accounts, { email: user.email, password: PASSWORD });
  const refresh = async (cookie: string) => {
    const fresh = await refreshDashboardToken(t.accounts, { cookie });
    assert.ok(fresh);
    return { ...fresh, cookie: cookieHeader(fresh.setCookies) };
  };
  return { user, cookie: cookieHeader(setCookies), setCookies, refresh };
}

const REUSED = { code: 'UNAUTHORIZED', message: /^This session was ended, because/ };

test('each refresh replaces the cookie, with the same attributes, within the session', async () => {
  await using t = await openAccounts();
  const person = await enter(t);
  const second = await person.refresh(person.cookie);
  const third = await person.refresh(second.cookie);
  assert.equal(new Set([person.cookie, second.cookie, third.cookie]).size, 3);
  assert.equal(third.sessionId, second.sessionId);
  const attributesOf = (cookie = '') => cookie.split('; ').slice(1).toSorted();
  assert.deepEqual(attributesOf(third.setCookies[0]), attributesOf(person.setCookies[0]));
  assert.equal((await listDashboardSessions(t.accounts, person.user)).length, 1);
});

test('tabs that refresh at the same time get the same successor', async () => {
  await using t = await openAccounts();
  const person = await enter(t);
  const tabs = await Promise.all(Array.from({ length: 8 }, () => person.refresh(person.cookie)));
  assert.equal(new Set(tabs.map((tab) => tab.cookie)).size, 1);
  t.clock.aheadMs = ROTATION_GRACE_MS - 5000;
  const late = await person.refresh(person.cookie);
  assert.equal(late.cookie, tabs[0]?.cookie);
  await person.refresh(late.cookie);
});

test('a replaced cookie that is used after the grace period ends the session', async () => {
  await using t = await openAccounts();
  const person = await enter(t);
  const fresh = await person.refresh(person.cookie);
  await verifyDashboardToken(t.accounts, fresh.token);
  t.clock.aheadMs = ROTATION_GRACE_MS;
  await assert.rejects(refreshDashboardToken(t.accounts, { cookie: person.cookie }), REUSED);
  assert.equal(await refreshDashboardToken(t.accounts, { cookie: fresh.cookie }), undefined);
  await assert.rejects(verifyDashboardToken(t.accounts, fresh.token), { code: 'UNAUTHORIZED' });
  assert.deepEqual(await listDashboardSessions(t.accounts, person.user), []);
});

test('a cookie that was replaced twice ends the session at once', async () => {
  await using t = await openAccounts();
  const person = await enter(t);
  const second = await person.refresh(person.cookie);
  const third = await person.refresh(second.cookie);
  await assert.rejects(refreshDashboardToken(t.accounts, { cookie: person.cookie }), REUSED);
  assert.equal(await refreshDashboardToken(t.accounts, { cookie: third.cookie }), undefined);
});

test("a session ended by cookie reuse leaves the user's other sessions active", async () => {
  await using t = await openAccounts();
  const person = await enter(t);
  const other = await signIn(t.accounts, { email: person.user.email, password: PASSWORD });
  const second = await person.refresh(person.cookie);
  await person.refresh(second.cookie);
  await assert.rejects(refreshDashboardToken(t.accounts, { cookie: person.cookie }), REUSED);
  await person.refresh(cookieHeader(other.setCookies));
});
