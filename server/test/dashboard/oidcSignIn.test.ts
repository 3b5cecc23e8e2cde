import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { endings } from '../support/endings.ts';
import { openProvider } from '../support/openProvider.ts';
import { newProject } from '../support/personas.ts';
import { bodyOf } from '../support/person.ts';
import { send } from '../support/request.ts';
import { startServer } from '../support/useServer.ts';

const { getSignInOptions, refreshSession } = operations;
const START = '/api/v1/session/oidc';
const CALLBACK = '/api/v1/session/callback/oidc';

let stage: ReturnType<typeof build> | undefined;
const onStage = () => (stage ??= build());

async function build() {
  const provider = endings.use(await openProvider());
  const { clientId, clientSecret, discoveryUrl } = provider.options(false);
  const server = await startServer({
    OIDC_ISSUER: new URL(discoveryUrl).origin,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Company',
  });
  return { provider, server };
}

const cookiesOf = (values: readonly string[] | undefined) =>
  (values ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');

test('by the button, the provider and the way back a known person has a session', async () => {
  const { provider, server } = await onStage();
  const project = await newProject({}, server);
  const { port } = server;
  const options = bodyOf(
    await createClient({ baseUrl: `${server.origin}/api/v1` })(getSignInOptions, {}),
    200,
  );
  assert.deepEqual(options.oidc, { name: 'Company', startUrl: START });

  const started = await send({ port, path: `${START}?returnTo=/p/1%3Fa=b` });
  assert.equal(started.status, 302);
  const asked = new URL(started.headers.location ?? '');
  assert.equal(asked.searchParams.get('redirect_uri'), `http://api.test:3000${CALLBACK}`);

  const returned = await send({
    port,
    path: CALLBACK + provider.agree(asked, project.userEmail),
    headers: { cookie: cookiesOf(started.headers['set-cookie']) },
  });
  assert.equal(returned.status, 302);
  assert.equal(returned.headers.location, '/p/1?a=b');
  const cookie = cookiesOf(returned.headers['set-cookie']);
  const call = createClient({ baseUrl: `${server.origin}/api/v1`, headers: { cookie } });
  const fresh = bodyOf(await call(refreshSession, { body: {} }), 200);
  assert.equal(fresh.user.email, project.userEmail);
});

test('a way back that nobody started leads to the sign-in page, with no session', async () => {
  const { server } = await onStage();
  const { port } = server;
  const forged = await send({ port, path: `${CALLBACK}?code=c0de&state=forged` });
  assert.equal(forged.status, 302);
  assert.match(forged.headers.location ?? '', /^\/sign-in\?/);
  assert.doesNotMatch(cookiesOf(forged.headers['set-cookie']), /session_token=\w/);
});

test('400: pages elsewhere are not returned to', async () => {
  const { server } = await onStage();
  for (const returnTo of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test']) {
    const path = `${START}?returnTo=${encodeURIComponent(returnTo)}`;
    assert.equal((await send({ port: server.port, path })).status, 400, returnTo);
  }
});

test('400: a way back with a NUL in it', async () => {
  const { port } = (await onStage()).server;
  assert.equal((await send({ port, path: `${CALLBACK}?state=%00` })).status, 400);
});

test('404: where no provider is configured, and for another one', async () => {
  const { server } = await onStage();
  assert.equal((await send({ path: START })).status, 404);
  assert.equal((await send({ path: CALLBACK })).status, 404);
  const other = { port: server.port, path: '/api/v1/session/callback/other' };
  assert.equal((await send(other)).status, 404);
});
