import assert from 'node:assert/strict';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { test } from 'node:test';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { findUser } from '../../src/accounts/findUser.ts';
import { listDashboardSessions } from '../../src/accounts/listDashboardSessions.ts';
import { refreshDashboardToken } from '../../src/accounts/refreshDashboardToken.ts';
import { newId } from '../../src/lib/uuid.ts';
import { cookieHeader, openAccounts } from './openAccounts.ts';

const DASHBOARD = 'https://fairlead.test';

test('a known, verified address signs in by the provider that the operator configured', async () => {
  await using provider = await openProvider();
  await using t = await openAccounts({ oidc: provider.options(false) });
  const user = await t.newUser();
  await t.db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute();
  provider.signsIn.email = user.email;
  const { location, cookies } = await walk(t, provider);
  assert.equal(location, `${DASHBOARD}/welcome`);
  const fresh = await refreshDashboardToken(t.accounts, { cookie: cookies });
  assert.equal(fresh?.user.id, user.id);
});

test('an address that nobody here has proved is not handed to the provider’s person', async () => {
  await using provider = await openProvider();
  await using t = await openAccounts({ oidc: provider.options(true) });
  const user = await t.newUser();
  provider.signsIn.email = user.email;
  const { location } = await walk(t, provider);
  assert.match(location, /error=/);
  assert.deepEqual(await listDashboardSessions(t.accounts, user), []);
});

test('an unknown person gets a user only where the operator says so', async () => {
  await using provider = await openProvider();
  await using closed = await openAccounts({ oidc: provider.options(false) });
  const email = `${newId()}@example.com`;
  provider.signsIn.email = email;
  assert.match((await walk(closed, provider)).location, /error=/);
  assert.equal(await findUser(closed.db, { email }), undefined);

  await using open = await openAccounts({ oidc: provider.options(true) });
  assert.equal((await walk(open, provider)).location, `${DASHBOARD}/welcome`);
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
  provider.signsIn.nonce = asked.searchParams.get('nonce') ?? undefined;
  const state = asked.searchParams.get('state') ?? '';
  const returned = await handler(
    new Request(
      `${DASHBOARD}/api/v1/session/callback/company?code=c0de&state=${encodeURIComponent(state)}`,
      {
        headers: { cookie: cookieHeader(started.headers.getSetCookie()) },
      },
    ),
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

/** A small OpenID Connect provider on loopback: discovery, keys, and tokens for whoever `signsIn`. */
async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const signsIn: { email: string; nonce: string | undefined } = { email: '', nonce: undefined };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const issuer = `http://127.0.0.1:${address.port}`;
  const person = () => ({
    sub: signsIn.email,
    email: signsIn.email,
    email_verified: true,
    name: 'Ada',
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await bodyFor(request.url ?? '')));
  }
  async function bodyFor(path: string): Promise<object> {
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/userinfo') return person();
    if (path === '/token') {
      const nonce = signsIn.nonce === undefined ? {} : { nonce: signsIn.nonce };
      const idToken = await new SignJWT({ ...person(), ...nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience('fairlead')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey);
      return {
        access_token: 'the access token',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: idToken,
      };
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }
  return {
    signsIn,
    options: (createsUsers: boolean) => ({
      id: 'company',
      name: 'Company',
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      clientId: 'fairlead',
      clientSecret: 'the client secret',
      createsUsers,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
