import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPassword } from '#teams/accounts/passwords/checkPassword.ts';
import { createUser, insertUser, prepareUser } from '#teams/accounts/users/createUser.ts';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { generatePassword } from '#teams/accounts/passwords/generatePassword.ts';
import { normaliseEmail } from '#teams/accounts/users/normaliseEmail.ts';
import { newId } from '#platform/lib/uuid.ts';
import { PASSWORD, openAccounts } from './openAccounts.ts';

test('a user is found by id, and by email in any case', async () => {
  await using t = await openAccounts();
  const local = `Ada.${newId()}`;
  const user = await createUser(t.accounts, {
    email: ` ${local}@Example.COM `,
    password: PASSWORD,
  });
  assert.equal(user.email, `${local.toLowerCase()}@example.com`);
  assert.equal(user.name, local.toLowerCase());
  assert.equal(user.emailVerified, false);
  assert.deepEqual(await findUser(t.db, { id: user.id }), user);
  assert.deepEqual(await findUser(t.db, { email: `${local}@EXAMPLE.com` }), user);
  assert.equal(await findUser(t.db, { id: newId() }), undefined);
  assert.equal(await findUser(t.db, { id: 'no uuid' }), undefined);
  assert.equal(await findUser(t.db, { email: 'a\u0000@b.c' }), undefined);
});

test('of two simultaneous creations with one email, one fails with CONFLICT', async () => {
  await using t = await openAccounts();
  const email = `${newId()}@example.com`;
  const results = await Promise.allSettled([t.newUser(email), t.newUser(email.toUpperCase())]);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.equal(refused[0]?.reason.code, 'CONFLICT');
});

test("writing a user is part of the caller's transaction", async () => {
  await using t = await openAccounts();
  const email = `${newId()}@example.com`;
  const prepared = await prepareUser(t.accounts, { email, password: PASSWORD });
  await assert.rejects(
    t.db.transaction().execute(async (transaction) => {
      const user = await insertUser(transaction, prepared);
      assert.equal(user.email, email);
      throw new Error('the rest of the provisioning fails');
    }),
    /provisioning fails/,
  );
  assert.equal(await findUser(t.db, { email }), undefined);
});

test('passwords need 12 to 128 characters and some variety; the error says so', () => {
  for (const good of [
    PASSWORD,
    'twelve chars',
    '密码密码一二三四五六七八',
    'x'.repeat(120) + 'abcdefgh',
  ]) {
    checkPassword(good);
  }
  for (const bad of [
    '',
    'elevenchars',
    'a'.repeat(20),
    'abababababab',
    `ab3defg${'h'.repeat(122)}`,
  ]) {
    assert.throws(() => checkPassword(bad, 'newPassword'), {
      code: 'VALIDATION_ERROR',
      message: /^newPassword must have /,
    });
  }
});

test('common passwords are refused, even repeated or with digits and signs added', () => {
  for (const common of [
    'qwertyuiop123',
    'QwertyUiop123',
    'password1234',
    'Password2026!!',
    '!!liverpool!!!!',
    'passwordpassword',
    'sunshine7sunshine7',
    '123456789012',
    'abcdefghijklmn',
    'poiuytrewq2026',
    'fairlead2026!',
  ]) {
    assert.throws(
      () => checkPassword(common, 'newPassword'),
      { code: 'VALIDATION_ERROR', message: /^newPassword is one of the most common passwords/ },
      common,
    );
  }
  for (const good of ['83749201sun58291047', 'my dragon likes qwerty', 'liverpool-tapestry']) {
    checkPassword(good);
  }
});

test('emails are normalized, and invalid ones refused', () => {
  assert.equal(normaliseEmail(' Ada@Example.COM '), 'ada@example.com');
  assert.equal(normaliseEmail('owner@fairlead.localhost'), 'owner@fairlead.localhost');
  for (const bad of [
    '',
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'a@b@c',
    'a@b\r\nBcc: c@d',
    'a\u0000@b.c',
    `${'a'.repeat(251)}@b.c`,
  ]) {
    assert.throws(() => normaliseEmail(bad), { code: 'VALIDATION_ERROR', message: /^email / });
  }
});

test('a user with an invalid email, password or name cannot be created', async () => {
  await using t = await openAccounts();
  const good = { email: `${newId()}@example.com`, password: PASSWORD };
  await assert.rejects(createUser(t.accounts, { ...good, email: 'nobody' }), {
    message: /^email /,
  });
  await assert.rejects(createUser(t.accounts, { ...good, password: 'short' }), {
    message: /^password /,
  });
  for (const name of [' ', 'a\u0000b', 'x'.repeat(256)]) {
    await assert.rejects(createUser(t.accounts, { ...good, name }), { message: /^name / });
  }
  assert.equal(await findUser(t.db, good), undefined);
});

test('generated passwords are readable, valid and unique', () => {
  const made = new Set(Array.from({ length: 1000 }, generatePassword));
  assert.equal(made.size, 1000);
  for (const password of made) {
    assert.match(password, /^([a-hj-km-np-z2-9]{4}-){4}[a-hj-km-np-z2-9]{4}$/);
    checkPassword(password);
  }
});
