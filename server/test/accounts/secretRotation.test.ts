import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { newId } from '#platform/lib/uuid.ts';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { reencryptSecrets } from '#teams/accounts/signIn/reencryptSecrets.ts';
import { confirmSecondFactor, startSecondFactor } from '#teams/accounts/signIn/secondFactor.ts';
import { signIn } from '#teams/accounts/signIn/signIn.ts';
import { signInWithCode } from '#teams/accounts/signIn/signInWithCode.ts';
import { checkProof } from '#teams/projects/identity/checkProof.ts';
import { rotateIdentitySecret } from '#teams/projects/identity/rotateIdentitySecret.ts';
import { findMetaReferrerKey } from '#teams/projects/metaKey/findMetaReferrerKey.ts';
import { setMetaReferrerKey } from '#teams/projects/metaKey/setMetaReferrerKey.ts';
import { verifyDashboardToken } from '#teams/accounts/sessions/verifyDashboardToken.ts';
import { newPerson } from '../support/callers/person.ts';
import { nextTotpOf, totpOf } from '../support/callers/totpOf.ts';
import { SECRET as SERVER_SECRET, startServer } from '../support/useServer.ts';
import { cookieHeader, openAccounts, PASSWORD, SECRET } from './openAccounts.ts';

const NEW_SECRET = 'what the operator has put in its place, long enough';

/** A machine that was started with a new SECRET, and names the old one or not. */
const openNew = (previousSecrets: readonly string[] = [SECRET]) =>
  openAccounts({ secret: NEW_SECRET, previousSecrets });

/** Someone signed in with a second factor before SECRET was replaced. */
async function enrol(t: Awaited<ReturnType<typeof openAccounts>>) {
  const user = await t.newUser();
  const credentials = { email: user.email, password: PASSWORD };
  const { setCookies } = await signIn(t.accounts, credentials);
  const first = await refreshDashboardToken(t.accounts, { cookie: cookieHeader(setCookies) });
  assert.ok(first);
  const { secret, backupCodes } = await startSecondFactor(t.accounts, first.sessionId, PASSWORD);
  const renewed = await confirmSecondFactor(t.accounts, first, totpOf(secret));
  const cookie = cookieHeader(renewed.setCookies);
  const fresh = await refreshDashboardToken(t.accounts, { cookie });
  assert.ok(fresh);
  return { user, credentials, cookie, token: fresh.token, secret, backupCodes };
}

test('tokens, sign-ins and second factors survive a new SECRET with PREVIOUS_SECRETS', async () => {
  await using old = await openAccounts();
  const person = await enrol(old);
  await using t = await openNew();
  const { user } = await verifyDashboardToken(t.accounts, person.token);
  assert.equal(user.id, person.user.id);
  const fresh = await refreshDashboardToken(t.accounts, { cookie: person.cookie });
  assert.equal(fresh?.user.id, person.user.id);
  const { outcome, setCookies } = await signIn(t.accounts, person.credentials);
  assert.equal(outcome, 'secondFactorRequired');
  await signInWithCode(t.accounts, { cookie: cookieHeader(setCookies) }, nextTotpOf(person.secret));
  const again = await signIn(t.accounts, person.credentials);
  await signInWithCode(
    t.accounts,
    { cookie: cookieHeader(again.setCookies) },
    person.backupCodes[0] ?? '',
  );
});

test('a sign-in waiting for its code survives; an extended session gets a cookie of the new key', async () => {
  await using old = await openAccounts();
  const person = await enrol(old);
  const { setCookies } = await signIn(old.accounts, person.credentials);
  await using t = await openNew();
  await signInWithCode(t.accounts, { cookie: cookieHeader(setCookies) }, nextTotpOf(person.secret));
  await t.db
    .updateTable('dashboard_sessions')
    .set({ expires_at: new Date(Date.now() + 7 * 86_400_000) })
    .where('user_id', '=', person.user.id)
    .execute();
  const prolonged = await refreshDashboardToken(t.accounts, { cookie: person.cookie });
  await using later = await openNew([]);
  const cookie = cookieHeader(prolonged?.setCookies ?? []);
  const kept = await refreshDashboardToken(later.accounts, { cookie });
  assert.equal(kept?.user.id, person.user.id);
});

test('re-encrypted second factors no longer need the previous secret', async () => {
  await using old = await openAccounts();
  const person = await enrol(old);
  await old.db
    .insertInto('user_accounts')
    .values({
      id: newId(),
      user_id: person.user.id,
      provider_id: 'company',
      account_id: newId(),
      access_token: 'kept from before tokens were sealed',
    })
    .execute();
  await using t = await openNew();
  const { reencrypted, unreadable } = await reencryptSecrets(t.accounts);
  assert.ok(reencrypted >= 2);
  assert.ok(unreadable >= 1);
  await using later = await openNew([]);
  const { setCookies } = await signIn(later.accounts, person.credentials);
  await signInWithCode(
    later.accounts,
    { cookie: cookieHeader(setCookies) },
    nextTotpOf(person.secret),
  );
  const again = await signIn(later.accounts, person.credentials);
  await signInWithCode(
    later.accounts,
    { cookie: cookieHeader(again.setCookies) },
    person.backupCodes[1] ?? '',
  );
  assert.equal((await reencryptSecrets(later.accounts)).reencrypted, 0);
});

test("a project's key of Meta is read with the previous secret, and once re-encrypted without it", async () => {
  await using old = await openAccounts();
  const project = await old.newProject();
  const key = '0123456789abcdef'.repeat(4);
  await setMetaReferrerKey(old.accounts, project, { kind: 'system' }, key);
  const readBy = async ({ accounts }: Awaited<ReturnType<typeof openAccounts>>) =>
    (await (await findMetaReferrerKey(accounts, project))?.reveal())?.reveal();
  await using t = await openNew();
  await using without = await openNew([]);
  assert.deepEqual([await readBy(t), await readBy(without)], [key, undefined]);
  await reencryptSecrets(t.accounts);
  assert.deepEqual([await readBy(t), await readBy(without)], [key, key]);
});

test("a project's identity secrets are read with the previous secret, and once re-encrypted without it", async () => {
  await using old = await openAccounts();
  const project = await old.newProject();
  const rotate = () => rotateIdentitySecret(old.accounts, project, { kind: 'system' }, 24);
  const secrets = [(await rotate()).secret, (await rotate()).secret];
  const readBy = ({ accounts }: Awaited<ReturnType<typeof openAccounts>>) =>
    Promise.all(
      secrets.map(async (secret) => {
        const proof = createHmac('sha256', secret).update('customer').digest('hex');
        const signed = { ...project, identify: 'signed' } as const;
        return checkProof(accounts, signed, 'customer', proof).then(
          () => 'proven',
          (error: Error) => error.message,
        );
      }),
    );
  await using t = await openNew();
  await using without = await openNew([]);
  const all = ['proven', 'proven'];
  assert.deepEqual(await readBy(t), all);
  for (const answer of await readBy(without)) assert.match(answer, /SECRET has changed/);
  await reencryptSecrets(t.accounts);
  assert.deepEqual([await readBy(t), await readBy(without)], [all, all]);
});

test('values encrypted before keys were numbered can be read', async () => {
  await using old = await openAccounts();
  const person = await enrol(old);
  const [row] = await old.db
    .selectFrom('two_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', person.user.id)
    .execute();
  assert.ok(row);
  const secret = row.secret.replace(/^\$ba\$\d+\$/, '$ba$1$');
  await old.db.updateTable('two_factors').set({ secret }).where('id', '=', row.id).execute();
  await using t = await openNew();
  const { setCookies } = await signIn(t.accounts, person.credentials);
  await signInWithCode(t.accounts, { cookie: cookieHeader(setCookies) }, nextTotpOf(person.secret));
});

test('a new SECRET without PREVIOUS_SECRETS invalidates tokens and cookies', async () => {
  await using old = await openAccounts();
  const person = await enrol(old);
  await using t = await openNew([]);
  await assert.rejects(verifyDashboardToken(t.accounts, person.token), /invalid/);
  assert.equal(await refreshDashboardToken(t.accounts, { cookie: person.cookie }), undefined);
  await using other = await openNew(['another one that has never signed anything']);
  assert.equal(await refreshDashboardToken(other.accounts, { cookie: person.cookie }), undefined);
  for (const cookie of ['', '=', 'a', 'a=%', 'a=.', 'fairlead.session_token=x.y; b=c.']) {
    assert.equal(await refreshDashboardToken(t.accounts, { cookie }), undefined);
  }
});

test('PREVIOUS_SECRETS decides over HTTP whether tokens stay valid', async () => {
  const { token } = await newPerson();
  const statusOn = async (previous: Record<string, string>) => {
    const server = await startServer({ SECRET: NEW_SECRET, ...previous });
    const headers = { authorization: `Bearer ${token}` };
    const call = createClient({ baseUrl: `${server.origin}/api/v1`, headers });
    return (await call(operations.getCurrentUser, {})).status;
  };
  assert.equal(await statusOn({ PREVIOUS_SECRETS: SERVER_SECRET }), 200);
  assert.equal(await statusOn({}), 401);
});
