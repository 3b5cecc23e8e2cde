import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { newAuthenticator } from '../../support/callers/authenticator.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { send } from '../../support/callers/request.ts';
import {
  add,
  expireChallenges,
  HERE,
  messageOf,
  newcomer,
  onServer,
  openBrowser,
  signInWith,
} from './passkeyStage.ts';

const { removePasskey, startPasskeySignIn } = operations;

describe('signing in with a passkey', () => {
  const LATE = /came too late, or twice/;
  const UNKNOWN = /signs in to no account here/;
  const UNVERIFIED = /could not be verified/;

  for (const [what, tampering, refusal] of [
    ['wrong origin', { origin: 'https://links.example.com.evil.test' }, UNVERIFIED],
    ['wrong RP id', { rpId: 'example.com' }, UNVERIFIED],
    ['missing user verification', { verified: false }, UNVERIFIED],
    ['counter that has not grown', { counter: 1 }, UNVERIFIED],
    ['missing user handle', { userHandle: null }, UNKNOWN],
    ['other user handle', { userHandle: Buffer.alloc(16).toString('base64url') }, UNKNOWN],
  ] as const) {
    test(`401: ${what}`, async () => {
      const { authenticator } = await add(await newcomer());
      const reply = await signInWith(authenticator, tampering);
      assert.equal(reply.status, 401);
      assert.match(messageOf(reply), refusal);
      assert.equal((await signInWith(authenticator)).status, 200, 'the same one, untampered');
    });
  }

  test('401: another key under the same name', async () => {
    const { authenticator } = await add(await newcomer());
    const browser = await openBrowser();
    const right = authenticator.answer(await browser.ask());
    const { signature } = newAuthenticator(HERE).answer({ challenge: 'any' });
    const reply = await browser.enter({ ...right, signature });
    assert.equal(reply.status, 401);
    assert.match(messageOf(reply), UNVERIFIED);
  });

  test('401: a replayed challenge, whether its first try succeeded or not', async () => {
    const { authenticator } = await add(await newcomer());
    const browser = await openBrowser();
    const options = await browser.ask();
    assert.equal((await browser.enter(authenticator.answer(options))).status, 200);
    const replayed = await browser.enter(authenticator.answer(options));
    assert.equal(replayed.status, 401);
    assert.match(messageOf(replayed), LATE);
    const next = await browser.ask();
    const failed = authenticator.answer(next, { verified: false });
    assert.equal((await browser.enter(failed)).status, 401);
    assert.match(messageOf(await browser.enter(authenticator.answer(next))), LATE);
  });

  test('of two tries at once with one challenge, one succeeds', async () => {
    const { authenticator } = await add(await newcomer());
    const browser = await openBrowser();
    const answer = authenticator.answer(await browser.ask());
    const replies = await Promise.all([browser.enter(answer), browser.enter(answer)]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    );
  });

  test('401: a challenge of another browser; tabs of one browser have one each', async () => {
    const { authenticator } = await add(await newcomer());
    const [mine, other] = [await openBrowser(), await openBrowser()];
    await other.ask();
    const first = await mine.ask();
    const second = await mine.ask();
    const elsewhere = await other.enter(authenticator.answer(first));
    assert.equal(elsewhere.status, 401);
    assert.match(messageOf(elsewhere), LATE);
    for (const options of [first, second]) {
      assert.equal((await mine.enter(authenticator.answer(options))).status, 200);
    }
  });

  test('401: an expired challenge, and none that this server has made', async () => {
    const { authenticator } = await add(await newcomer());
    const browser = await openBrowser();
    const options = await browser.ask();
    await expireChallenges();
    const expired = await browser.enter(authenticator.answer(options));
    assert.equal(expired.status, 401);
    assert.match(messageOf(expired), LATE);
    const made = authenticator.answer({ challenge: 'x'.repeat(43) });
    assert.equal((await browser.enter(made)).status, 401);
    const nonsense = { ...made, clientDataJSON: Buffer.from('[]').toString('base64url') };
    assert.equal((await browser.enter(nonsense)).status, 401);
  });

  test('401: a removed passkey', async () => {
    const person = await newcomer();
    const { authenticator, passkey } = await add(person);
    await add(person, 'Another');
    const params = { passkeyId: passkey.id };
    bodyOf(await person.call(removePasskey, { params, body: {} }), 200);
    const reply = await signInWith(authenticator);
    assert.equal(reply.status, 401);
    assert.match(messageOf(reply), UNKNOWN);
  });

  test('401: a passkey that was added when the dashboard had another host', async () => {
    const { authenticator, passkey } = await add(await newcomer());
    const { app } = await onServer();
    await app.db
      .updateTable('passkeys')
      .set({ host: 'old.example.com' })
      .where('id', '=', passkey.id)
      .execute();
    assert.equal((await signInWith(authenticator)).status, 401);
  });

  test('400: no base64url; 403: from another site', async () => {
    const server = await onServer();
    const { authenticator } = await add(await newcomer());
    const browser = await openBrowser();
    const answer = authenticator.answer(await browser.ask());
    assert.equal((await browser.enter({ ...answer, signature: 'a+b=' })).status, 400);
    for (const path of ['/session/passkey/options', '/session/passkey']) {
      const reply = await send({
        port: server.port,
        method: 'POST',
        path: `/api/v1${path}`,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
        body: path.endsWith('options') ? '{}' : JSON.stringify(answer),
      });
      assert.equal(reply.status, 403, path);
    }
    const { origin } = server;
    const unasked = createClient({ baseUrl: `${origin}/api/v1` });
    const body = { extra: true } as object;
    assert.equal((await unasked(startPasskeySignIn, { body })).status, 400);
  });
});
