import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshDashboardToken } from '../../src/accounts/refreshDashboardToken.ts';
import { confirmSecondFactor, startSecondFactor } from '../../src/accounts/secondFactor.ts';
import { signIn } from '../../src/accounts/signIn.ts';
import { signInWithCode } from '../../src/accounts/signInWithCode.ts';
import { nextTotpOf, totpOf } from '../support/totpOf.ts';
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

test('a code signs in once, and so does none that is older', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  await person.forget();
  const [older, code] = [totpOf(person.secret), nextTotpOf(person.secret)];
  await person.enter(code);
  await assert.rejects(person.enter(code), USED);
  await assert.rejects(person.enter(older), USED);
});

test('the code that turned the second factor on does not sign in', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  await assert.rejects(person.enter(person.confirmation), USED);
});

test('of sign-ins at once with one code exactly one succeeds', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  const code = nextTotpOf(person.secret);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => person.enter(code)));
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
});

test('a code that is refused as used is no wrong one: it does not lock the second factor', async () => {
  await using t = await openAccounts();
  const person = await enrol(t);
  for (let tries = 0; tries < 11; tries += 1) {
    await assert.rejects(person.enter(person.confirmation), USED);
  }
  await person.enter(nextTotpOf(person.secret));
});

test('a code without a sign-in that waits for one is refused', async () => {
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
