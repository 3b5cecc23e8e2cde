import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { confirmSecondFactor, startSecondFactor } from '#teams/accounts/signIn/secondFactor.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { signInWithCode } from '#teams/accounts/signIn/signInWithCode.ts';
import { nextTotpOf, totpOf } from '../support/callers/totpOf.ts';
import { PASSWORD, cookieHeader, openAccounts } from './openAccounts.ts';

/** Someone with a second factor. What was accepted is forgotten, as if it had been long ago. */
async function enrol(t: Awaited<ReturnType<typeof openAccounts>>) {
  const user = await t.newUser();
  const credentials = { email: user.email, password: PASSWORD };
  const { setCookies } = await signIn(t.accounts, credentials);
  const opened = await refreshDashboardToken(t.accounts, { cookie: cookieHeader(setCookies) });
  assert.ok(opened);
  const { secret } = await startSecondFactor(t.accounts, opened.sessionId, PASSWORD);
  const confirmation = totpOf(secret);
  await confirmSecondFactor(t.accounts, opened, confirmation);
  const enter = async (code: string) => {
    const first = await signIn(t.accounts, credentials);
    return signInWithCode(t.accounts, { cookie: cookieHeader(first.setCookies) }, code);
  };
  const forget = () =>
    t.db
      .updateTable('two_factors')
      .set({ last_step: null })
      .where('user_id', '=', user.id)
      .execute();
  return { user, secret, confirmation, enter, forget };
}

const USED = { code: 'UNAUTHORIZED', message: /^This code was used already;/ };

test('a used code, or an older one, cannot sign in again', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  await person.forget();
  const [older, code] = [totpOf(person.secret), nextTotpOf(person.secret)];
  await person.enter(code);
  await assert.rejects(person.enter(code), USED);
  await assert.rejects(person.enter(older), USED);
});

test('the code that turned the second factor on cannot sign in', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  await assert.rejects(person.enter(person.confirmation), USED);
});

test('of simultaneous sign-ins with one code exactly one succeeds', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  const code = nextTotpOf(person.secret);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => person.enter(code)));
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
});

test('a reused code does not count as a wrong one and never locks the second factor', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  for (let tries = 0; tries < 11; tries += 1) {
    await assert.rejects(person.enter(person.confirmation), USED);
  }
  await person.enter(nextTotpOf(person.secret));
});

test('a code is refused when no sign-in waits for it', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  const code = nextTotpOf(person.secret);
  for (const cookie of ['', '__Secure-fairlead.two_factor=2fa-forged.c2lnbmF0dXJl']) {
    await assert.rejects(signInWithCode(t.accounts, { cookie }, code), {
      code: 'UNAUTHORIZED',
      message: /^No sign-in waits for a code/,
    });
  }
  await person.enter(code);
});
