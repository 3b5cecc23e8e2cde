import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { LIMITS } from '@fairlead/contract/limits';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newAuthenticator } from '../../support/callers/authenticator.ts';
import { anonymous, newProject } from '../../support/callers/personas.ts';
import {
  bodyOf,
  newPerson,
  ownerOf,
  type Person,
  signInAgain,
} from '../../support/callers/person.ts';
import { totpOf } from '../../support/callers/totpOf.ts';
import { mailsTo, tokenIn } from '../../support/outside/mails.ts';
import {
  add,
  begin,
  expireChallenges,
  HERE,
  messageOf,
  newcomer,
  onServer,
  openBrowser,
  signInWith,
} from './passkeyStage.ts';

const {
  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeySignIn,
  getCurrentUser,
  getSignInOptions,
  confirmTotp,
  startTotp,
  signIn,
  forgotPassword,
  resetPassword,
} = operations;

describe('a passkey', () => {
  test('is added, signs in without an email, is renamed, and says when it was last used', async () => {
    const person = await newcomer();
    const { authenticator, passkey } = await add(person);
    assert.deepEqual(
      { ...passkey, id: '', createdAt: '' },
      { id: '', name: 'Laptop', host: HERE.rpId, createdAt: '', lastUsedAt: null },
    );
    const reply = await signInWith(authenticator);
    const opened = bodyOf(reply, 200);
    assert.equal(opened.user.id, person.user.id);
    assert.match(reply.headers.getSetCookie().join(), /session_token=[\w-].*device=\w/);
    const { origin } = await onServer();
    const headers = { authorization: `Bearer ${opened.token}` };
    const self = createClient({ baseUrl: `${origin}/api/v1`, headers });
    assert.equal(bodyOf(await self(getCurrentUser, {}), 200).sessionId, opened.sessionId);

    const params = { passkeyId: passkey.id };
    const renamed = await self(renamePasskey, { params, body: { name: ' Old laptop ' } });
    assert.equal(bodyOf(renamed, 200).name, 'Old laptop');
    const listed = bodyOf(await self(listPasskeys, {}), 200);
    assert.equal(listed.hasPassword, false);
    assert.deepEqual(
      listed.passkeys.map(({ name }) => name),
      ['Old laptop'],
    );
    assert.ok(Date.parse(listed.passkeys[0]?.lastUsedAt ?? '') >= Date.parse(passkey.createdAt));
  });

  test('counts as both factors', async () => {
    const project = await newProject({}, await onServer());
    const owner = await ownerOf(project);
    const { userEmail: email, userPassword: password } = project;
    const { authenticator } = await add(owner, 'Phone', password);
    const { secret } = bodyOf(await owner.call(startTotp, { body: { password } }), 200);
    bodyOf(await owner.call(confirmTotp, { body: { code: totpOf(secret) } }), 200);
    const call = createClient({ baseUrl: `${project.server.origin}/api/v1` });
    assert.equal((await call(signIn, { body: { email, password } })).status, 202);
    assert.equal(bodyOf(await signInWith(authenticator), 200).user.twoFactorEnabled, true);
  });

  test('asks the browser for one that needs no email, and for none that is known', async () => {
    const person = await newcomer();
    const { authenticator } = await add(person);
    const options = await begin(person);
    assert.deepEqual(options.rp, { id: HERE.rpId, name: 'Fairlead' });
    assert.equal(options.authenticatorSelection.residentKey, 'required');
    assert.equal(options.authenticatorSelection.userVerification, 'required');
    assert.deepEqual(options.excludeCredentials, [
      { type: 'public-key', id: authenticator.id, transports: ['internal', 'hybrid'] },
    ]);
    assert.equal((await (await openBrowser()).ask()).rpId, HERE.rpId);
  });
});

describe('adding a passkey', () => {
  test('takes the password of the account', async () => {
    const project = await newProject({}, await onServer());
    const owner = await ownerOf(project);
    assert.equal(bodyOf(await owner.call(listPasskeys, {}), 200).hasPassword, true);
    const missing = await owner.call(startPasskey, { body: {} });
    assert.match(messageOf({ body: bodyOf(missing, 400) }), /password is required/);
    const wrong = await owner.call(startPasskey, { body: { password: 'not the password' } });
    assert.match(messageOf({ body: bodyOf(wrong, 400) }), /not the password of this account/);
    const { passkey } = await add(owner, 'Phone', project.userPassword);
    const params = { passkeyId: passkey.id };
    assert.equal((await owner.call(removePasskey, { params, body: {} })).status, 400);
    const body = { password: project.userPassword };
    assert.equal((await owner.call(removePasskey, { params, body })).status, 200);
    assert.equal((await owner.call(removePasskey, { params, body })).status, 404);
  });

  test('403: without a password it takes a sign-in of the last 10 minutes', async () => {
    const person = await newcomer();
    const { passkey } = await add(person);
    const { app } = await onServer();
    await app.db
      .updateTable('dashboard_sessions')
      .set({ created_at: new Date(Date.now() - 11 * MINUTE_MS) })
      .where('id', '=', person.sessionId)
      .execute();
    const refused = await person.call(startPasskey, { body: {} });
    assert.match(messageOf({ body: bodyOf(refused, 403) }), /sign in again/);
    const params = { passkeyId: passkey.id };
    assert.equal((await person.call(removePasskey, { params, body: {} })).status, 403);
  });

  for (const [what, tampering] of [
    ['wrong origin', { origin: 'http://links.example.com' }],
    ['wrong RP id', { rpId: 'example.com' }],
    ['missing user verification', { verified: false }],
  ] as const) {
    test(`400: ${what}`, async () => {
      const person = await newcomer();
      const made = newAuthenticator(HERE).make(await begin(person), tampering);
      const reply = await person.call(addPasskey, { body: { name: 'X', ...made } });
      assert.match(messageOf({ body: bodyOf(reply, 400) }), /could not be verified/);
      await add(person);
    });
  }

  test('400: a challenge that was used, has expired, or is of another session', async () => {
    const person = await newcomer();
    const again = await signInAgain(await onServer(), person.user.id);
    const authenticator = newAuthenticator(HERE);
    const attempt = async (by: Person, options: Awaited<ReturnType<typeof begin>>) =>
      (await by.call(addPasskey, { body: { name: 'X', ...authenticator.make(options) } })).status;
    const options = await begin(person);
    assert.equal(await attempt(again, options), 400);
    assert.equal(await attempt(person, options), 201);
    assert.equal(await attempt(person, options), 400);
    const late = await begin(person);
    await expireChallenges();
    assert.equal(await attempt(person, late), 400);
  });

  test('409: one that is known, whoever has it', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const { authenticator } = await add(one);
    for (const person of [one, other]) {
      const made = authenticator.make(await begin(person));
      const reply = await person.call(addPasskey, { body: { name: 'X', ...made } });
      assert.match(messageOf({ body: bodyOf(reply, 409) }), /was added before/);
    }
  });

  test('409: more than an account can have', async () => {
    const person = await newcomer();
    const { app } = await onServer();
    const rows = Array.from({ length: LIMITS.passkeysPerAccount - 1 }, () => ({
      id: newId(),
      user_id: person.user.id,
      credential_id: newId(),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      host: HERE.rpId,
      name: 'One of many',
    }));
    await app.db.insertInto('passkeys').values(rows).execute();
    await add(person);
    const made = newAuthenticator(HERE).make(await begin(person));
    const reply = await person.call(addPasskey, { body: { name: 'X', ...made } });
    assert.match(messageOf({ body: bodyOf(reply, 409) }), /remove one first/);
  });

  test('409 where browsers allow no passkeys, which the sign-in options say', async () => {
    // At http://api.test, as most test servers are.
    const { call } = await newPerson();
    assert.equal((await call(startPasskey, { body: {} })).status, 409);
    const anyone = await anonymous('/api/v1');
    assert.equal((await anyone(startPasskeySignIn, { body: {} })).status, 409);
    assert.equal(bodyOf(await anyone(getSignInOptions, {}), 200).passkeyOrigin, null);
    const { origin } = await onServer();
    const there = createClient({ baseUrl: `${origin}/api/v1` });
    assert.equal(bodyOf(await there(getSignInOptions, {}), 200).passkeyOrigin, HERE.origin);
  });
});

describe('passkeys and the rest of an account', () => {
  test('others can neither rename nor remove one', async () => {
    const { passkey } = await add(await newcomer());
    const { call } = await newcomer();
    const params = { passkeyId: passkey.id };
    assert.equal((await call(renamePasskey, { params, body: { name: 'Mine' } })).status, 404);
    assert.equal((await call(removePasskey, { params, body: {} })).status, 404);
    assert.equal((await call(renamePasskey, { params, body: { name: ' ' } })).status, 400);
  });

  test('409: the last way into an account without a password stays', async () => {
    const person = await newcomer();
    const both = [await add(person), await add(person)];
    const replies = await Promise.all(
      both.map(({ passkey }) =>
        person.call(removePasskey, { params: { passkeyId: passkey.id }, body: {} }),
      ),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const refused = replies.find(({ status }) => status === 409)!;
    assert.match(messageOf(refused), /the only way into your account/);
    assert.equal(bodyOf(await person.call(listPasskeys, {}), 200).passkeys.length, 1);
  });

  test('sessions that a removed passkey has opened continue', async () => {
    const person = await newcomer();
    const { authenticator, passkey } = await add(person);
    await add(person, 'Another');
    const { token } = bodyOf(await signInWith(authenticator), 200);
    const params = { passkeyId: passkey.id };
    bodyOf(await person.call(removePasskey, { params, body: {} }), 200);
    const { origin } = await onServer();
    const headers = { authorization: `Bearer ${token}` };
    const self = createClient({ baseUrl: `${origin}/api/v1`, headers });
    assert.equal((await self(getCurrentUser, {})).status, 200);
  });

  test('a password reset keeps them, unless it is asked to remove them', async () => {
    const server = await onServer();
    const project = await newProject({ userEmail: `${newId()}@owner.test` }, server);
    const { authenticator } = await add(await ownerOf(project), 'Phone', project.userPassword);
    const call = createClient({ baseUrl: `${server.origin}/api/v1` });
    const reset = async (times: number, extra: { removePasskeys?: boolean }) => {
      await call(forgotPassword, { body: { email: project.userEmail } });
      const mails = await mailsTo(server, project.userEmail, times);
      const token = tokenIn(mails.at(-1), '/reset-password');
      const body = { token, newPassword: 'a wholly new password', ...extra };
      bodyOf(await call(resetPassword, { body }), 200);
    };
    await reset(1, {});
    assert.equal((await signInWith(authenticator)).status, 200);
    await reset(2, { removePasskeys: true });
    assert.equal((await signInWith(authenticator)).status, 401);
  });
});
