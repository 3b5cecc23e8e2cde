import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { listDashboardSessions } from '#teams/accounts/sessions/listDashboardSessions.ts';
import { refreshDashboardToken } from '#teams/accounts/sessions/refreshDashboardToken.ts';
import { newId } from '#platform/lib/uuid.ts';
import { openProvider } from '../support/outside/openProvider.ts';
import { cookieHeader, openAccounts } from './openAccounts.ts';

const DASHBOARD = 'https://fairlead.test';

test('a user with a verified email can sign in through the configured provider', async () => {
  await using provider = await openProvider();
  await using t = await openAccounts({ oidc: provider.options(false) });
  const user = await t.newUser();
  await t.db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute();
  const { location, cookies } = await walk(t, provider, user.email);
  assert.equal(location, `${DASHBOARD}/welcome`);
  const fresh = await refreshDashboardToken(t.accounts, { cookie: cookies });
  assert.equal(fresh?.user.id, user.id);
});

test("an account with an unverified email is not linked to the provider's user", async () => {
  await using provider = await openProvider();
  await using t = await openAccounts({ oidc: provider.options(true) });
  const user = await t.newUser();
  const { location } = await walk(t, provider, user.email);
  assert.match(location, /error=/);
  assert.deepEqual(await listDashboardSessions(t.accounts, user), []);
});

test('an unknown user gets an account only if the operator allows it', async () => {
  await using provider = await openProvider();
  await using closed = await openAccounts({ oidc: provider.options(false) });
  const email = `${newId()}@example.com`;
  assert.match((await walk(closed, provider, email)).location, /error=/);
  assert.equal(await findUser(closed.db, { email }), undefined);

  await using open = await openAccounts({ oidc: provider.options(true) });
  assert.equal((await walk(open, provider, email)).location, `${DASHBOARD}/welcome`);
  const user = await findUser(open.db, { email });
  assert.equal(user?.emailVerified, true);
  const account = await open.db
    .selectFrom('user_accounts')
    .selectAll()
    .where('user_id', '=', user?.id ?? '')
    .executeTakeFirstOrThrow();
  assert.equal(account.provider_id, 'company');
  assert.ok(
    !JSON.stringify(account).includes('the access token'),
    'tokens are sealed in the database',
  );
});

/** From the button to the callback, as a browser goes: the provider's own page answers at once. */
async function walk(
  t: Awaited<ReturnType<typeof openAccounts>>,
  provider: Awaited<ReturnType<typeof openProvider>>,
  email: string,
) {
  const { handler } = t.accounts.auth;
  const started = await handler(
    new Request(`${DASHBOARD}/api/v1/session/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: DASHBOARD },
      body: JSON.stringify({
        provider: 'company',
        callbackURL: '/welcome',
        errorCallbackURL: '/sign-in',
      }),
    }),
  );
  const asked = new URL(readUrl(await started.json()));
  assert.equal(
    asked.searchParams.get('redirect_uri'),
    `${DASHBOARD}/api/v1/session/callback/company`,
  );
  assert.ok(asked.searchParams.get('code_challenge'), 'PKCE');
  const returned = await handler(
    new Request(`${DASHBOARD}/api/v1/session/callback/company${provider.agree(asked, email)}`, {
      headers: { cookie: cookieHeader(started.headers.getSetCookie()) },
    }),
  );
  return {
    location: new URL(returned.headers.get('location') ?? '', DASHBOARD).href,
    cookies: cookieHeader(returned.headers.getSetCookie()),
  };
}

function readUrl(reply: unknown): string {
  assert.ok(typeof reply === 'object' && reply !== null && 'url' in reply);
  return String(reply.url);
}
