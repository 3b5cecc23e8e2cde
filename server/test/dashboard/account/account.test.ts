import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, openedBy, ownerOf } from '../../support/callers/person.ts';
import { mailsTo, tokenIn } from '../../support/outside/mails.ts';
import { nextTotpOf, totpOf } from '../../support/callers/totpOf.ts';
import { createClient } from '@fairlead/contract/client';

const { signIn, getCurrentUser, updateCurrentUser, changePassword, refreshSession } = operations;
const { forgotPassword, resetPassword, sendVerification, verifyEmail } = operations;
const { startTotp, confirmTotp, disableTotp } = operations;

const NEW_PASSWORD = 'a wholly new password';
const api = () => anonymous('/api/v1');

/** Calls with a token that an answer brought. */
async function withToken(token: string) {
  const project = await newProject();
  return createClient({
    baseUrl: `${project.server.origin}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
  });
}

describe('an account', () => {
  test('can be renamed', async () => {
    const person = await newPerson();
    const me = bodyOf(await person.call(updateCurrentUser, { body: { name: 'Ada L.' } }), 200);
    assert.equal(me.name, 'Ada L.');
    const read = bodyOf(await person.call(getCurrentUser, {}), 200);
    assert.deepEqual(read.user, me, 'who asks at once sees the new name');
    assert.equal((await person.call(updateCurrentUser, { body: { name: ' ' } })).status, 400);
  });

  test('a password change ends all sessions and opens a new one', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const { userPassword: currentPassword, userEmail: email } = project;
    const wrong = { currentPassword: 'not it at all', newPassword: NEW_PASSWORD };
    assert.equal((await owner.call(changePassword, { body: wrong })).status, 400);
    const reply = await owner.call(changePassword, {
      body: { currentPassword, newPassword: NEW_PASSWORD },
    });
    const renewed = bodyOf(reply, 200);
    assert.equal((await owner.call(getCurrentUser, {})).status, 401);
    assert.equal((await (await withToken(renewed.token))(getCurrentUser, {})).status, 200);
    const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const withCookie = await anonymous('/api/v1', { cookie });
    const fresh = bodyOf(await withCookie(refreshSession, { body: {} }), 200);
    assert.equal(fresh.sessionId, renewed.sessionId);
    const call = await api();
    assert.equal((await call(signIn, { body: { email, password: currentPassword } })).status, 401);
    assert.equal((await call(signIn, { body: { email, password: NEW_PASSWORD } })).status, 200);
  });

  test('a forgotten password is reset by the emailed token, once', async () => {
    const project = await newProject({ userEmail: `forgot-${Date.now()}@owner.test` });
    const { userEmail: email, server } = project;
    const call = await api();
    assert.equal((await call(forgotPassword, { body: { email } })).status, 202);
    const [mail] = await mailsTo(server, email);
    const token = tokenIn(mail, '/reset-password');
    const weak = { token, newPassword: 'aaaaaaaaaaaaaaa' };
    assert.equal((await call(resetPassword, { body: weak })).status, 400);
    const body = { token, newPassword: NEW_PASSWORD };
    assert.equal((await call(resetPassword, { body })).status, 200);
    assert.equal((await call(resetPassword, { body })).status, 400);
    const old = await anonymous('/api/v1', { authorization: `Bearer ${project.sessionToken}` });
    assert.equal((await old(getCurrentUser, {})).status, 401);
    assert.equal((await call(signIn, { body: { email, password: NEW_PASSWORD } })).status, 200);
  });

  test('an unknown reset token is refused with 400, whatever its characters', async () => {
    const call = await api();
    for (const token of ['nothing', 'a\u0000b', '💥', ' ']) {
      const body = { token, newPassword: NEW_PASSWORD };
      assert.equal((await call(resetPassword, { body })).status, 400, JSON.stringify(token));
    }
  });

  test('a reset requested for an unknown email gets the same answer as for a known one', async () => {
    const call = await api();
    const known = (await newPerson()).user.email;
    const replies = [
      await call(forgotPassword, { body: { email: known } }),
      await call(forgotPassword, { body: { email: `nobody${Date.now()}@x.test` } }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [202, 202],
    );
    assert.deepEqual(replies[1]?.body, replies[0]?.body);
    assert.equal((await call(forgotPassword, { body: { email: 'none' } })).status, 400);
  });

  test('an email is verified by the emailed token', async () => {
    const project = await newProject({ userEmail: `verify-${Date.now()}@owner.test` });
    const { userEmail: email, server } = project;
    await server.app.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('email', '=', email)
      .execute();
    const owner = await ownerOf(project);
    assert.equal((await owner.call(sendVerification, {})).status, 202);
    const [mail] = await mailsTo(server, email);
    const token = tokenIn(mail, '/verify-email');
    const call = await api();
    assert.equal((await call(verifyEmail, { body: { token: 'forged' } })).status, 400);
    assert.equal((await call(verifyEmail, { body: { token } })).status, 200);
    const again = await ownerOf(project);
    assert.equal(again.user.emailVerified, true);
  });
});

const LOCKED = /^Too many wrong codes: no code is taken for 15 minutes, not even the right one;/;

function messageOf(body: object): string {
  return 'message' in body ? String(body.message) : '';
}

describe('second factor', () => {
  test('is set up, required at sign-in, satisfied by app or backup codes, and turned off', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const { userEmail: email, userPassword: password } = project;
    const call = await api();
    assert.equal((await owner.call(startTotp, { body: { password: 'wrong' } })).status, 400);
    const setup = bodyOf(await owner.call(startTotp, { body: { password } }), 200);
    assert.match(setup.uri, /^otpauth:\/\/totp\//);
    // Nothing changes before the first code.
    assert.equal((await call(signIn, { body: { email, password } })).status, 200);
    assert.equal((await owner.call(confirmTotp, { body: { code: '000' } })).status, 400);
    const confirmed = bodyOf(
      await owner.call(confirmTotp, { body: { code: totpOf(setup.secret) } }),
      200,
    );
    assert.equal(confirmed.user.twoFactorEnabled, true);

    assert.equal((await call(signIn, { body: { email, password } })).status, 202);
    const wrong = await call(signIn, { body: { email, password, code: '12' } });
    assert.equal(wrong.status, 401);
    const code = nextTotpOf(setup.secret);
    const byApp = openedBy(await call(signIn, { body: { email, password, code } }));
    assert.equal(byApp.user.email, email);
    const [backup = ''] = setup.backupCodes;
    const byCode = await call(signIn, { body: { email, password, code: backup } });
    assert.equal(byCode.status, 200);
    const twice = await call(signIn, { body: { email, password, code: backup } });
    assert.equal(twice.status, 401, 'a backup code is good once');

    const self = await withToken(byApp.token);
    assert.equal((await self(disableTotp, { body: { password: 'wrong' } })).status, 400);
    assert.equal((await self(disableTotp, { body: { password } })).status, 200);
    assert.equal((await call(signIn, { body: { email, password } })).status, 200);
  });

  test('401: ten wrong codes lock it, even for the right code', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const { userEmail: email, userPassword: password } = project;
    const { secret } = bodyOf(await owner.call(startTotp, { body: { password } }), 200);
    bodyOf(await owner.call(confirmTotp, { body: { code: totpOf(secret) } }), 200);
    const call = await api();
    for (let tries = 0; tries < 10; tries += 1) {
      const wrong = await call(signIn, { body: { email, password, code: 'aaaaa-bbbbb' } });
      assert.equal(wrong.status, 401);
      // The one that locks says so at once.
      assert.match(messageOf(wrong.body), tries < 9 ? /^Invalid code;/ : LOCKED);
    }
    const code = nextTotpOf(secret);
    const right = await call(signIn, { body: { email, password, code } });
    assert.equal(right.status, 401);
    assert.match(messageOf(right.body), LOCKED);
    // Without the password nobody learns of it.
    const stranger = await call(signIn, { body: { email, password: 'guessed', code } });
    assert.equal(messageOf(stranger.body), 'Invalid e-mail or password');
  });
});
