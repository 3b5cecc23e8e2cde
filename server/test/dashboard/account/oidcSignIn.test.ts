import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { endings } from '../../support/run/endings.ts';
import { openProvider } from '../../support/outside/openProvider.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { send } from '../../support/callers/request.ts';
import { nextTotpOf, totpOf } from '../../support/callers/totpOf.ts';
import { startServer } from '../../support/useServer.ts';

const { getSignInOptions, refreshSession, signInWithCode } = operations;
const { startTotp, confirmTotp } = operations;
const START = '/api/v1/session/oidc';
const CALLBACK = '/api/v1/session/callback/oidc';

let stage: ReturnType<typeof build> | undefined;
const onStage = () => (stage ??= build());
type Stage = Awaited<ReturnType<typeof build>>;

async function build(settings: Record<string, string> = {}) {
  const provider = endings.use(await openProvider());
  const { clientId, clientSecret, discoveryUrl } = provider.options(false);
  const server = await startServer({
    OIDC_ISSUER: new URL(discoveryUrl).origin,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Company',
    ...settings,
  });
  return { provider, server };
}

const cookiesOf = (values: readonly string[] | undefined) =>
  (values ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');

test('signing in through the provider opens a session for a known user', async () => {
  const { provider, server } = await onStage();
  const project = await newProject({}, server);
  const { port } = server;
  const options = bodyOf(
    await createClient({ baseUrl: `${server.origin}/api/v1` })(getSignInOptions, {}),
    200,
  );
  assert.deepEqual(options.oidc, {
    name: 'Company',
    startUrl: START,
    replacesSecondFactor: false,
  });

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

/** From the button over the provider and back. */
async function walk({ provider, server: { port } }: Stage, email: string) {
  const started = await send({ port, path: `${START}?returnTo=/p/1%3Fa=b` });
  const asked = new URL(started.headers.location ?? '');
  const returned = await send({
    port,
    path: CALLBACK + provider.agree(asked, email),
    headers: { cookie: cookiesOf(started.headers['set-cookie']) },
  });
  const cookie = cookiesOf(returned.headers['set-cookie']);
  const { headers } = returned;
  const call = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v1`, headers: { cookie } });
  return { status: returned.status, location: headers.location, cookie, call };
}

/** The owner of a project with a second factor; `code` is the next that the app shows. */
async function enrolled({ server }: Stage) {
  const project = await newProject({}, server);
  const owner = await ownerOf(project);
  const body = { password: project.userPassword };
  const { secret, backupCodes } = bodyOf(await owner.call(startTotp, { body }), 200);
  bodyOf(await owner.call(confirmTotp, { body: { code: totpOf(secret) } }), 200);
  return { email: project.userEmail, backupCodes, code: () => nextTotpOf(secret) };
}

test('a user with a second factor gets a session only after the code', async () => {
  const here = await onStage();
  const person = await enrolled(here);
  const { status, location, cookie, call } = await walk(here, person.email);
  assert.equal(status, 302);
  assert.equal(location, '/sign-in/code?next=%2Fp%2F1%3Fa%3Db');
  assert.doesNotMatch(cookie, /session_token/);
  assert.equal((await call(refreshSession, { body: {} })).status, 401);
  assert.equal((await call(signInWithCode, { body: { code: 'aaaaa-bbbbb' } })).status, 401);
  const code = person.code();
  const reply = await call(signInWithCode, { body: { code } });
  assert.equal(bodyOf(reply, 200).user.email, person.email);
  assert.match(reply.headers.getSetCookie().join(), /session_token=[\w-]/);
  // The challenge is answered, and the code is used.
  assert.equal((await call(signInWithCode, { body: { code: person.code() } })).status, 401);
  const again = await walk(here, person.email);
  assert.equal((await again.call(signInWithCode, { body: { code } })).status, 401);
  const [backup = ''] = person.backupCodes;
  assert.equal((await again.call(signInWithCode, { body: { code: backup } })).status, 200);
});

test('signInWithCode 400: no code; 401: no pending sign-in; 403: from another site; 415: as a form', async () => {
  const { server } = await onStage();
  const call = createClient({ baseUrl: `${server.origin}/api/v1` });
  assert.equal((await call(signInWithCode, { body: { code: '' } })).status, 400);
  const unasked = await call(signInWithCode, { body: { code: '123456' } });
  assert.equal(unasked.status, 401);
  assert.match(JSON.stringify(unasked.body), /No sign-in waits for a code/);
  const post = (headers: Record<string, string>) =>
    send({
      port: server.port,
      method: 'POST',
      path: '/api/v1/session/code',
      headers,
      body: '{"code":"123456"}',
    });
  assert.equal((await post({ 'content-type': 'text/plain' })).status, 415);
  const elsewhere = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
  assert.equal((await post(elsewhere)).status, 403);
});

test('OIDC_REPLACES_SECOND_FACTOR=on skips the code and is reported in the sign-in options', async () => {
  const there = await build({ OIDC_REPLACES_SECOND_FACTOR: 'on' });
  const person = await enrolled(there);
  const { location, call } = await walk(there, person.email);
  assert.equal(location, '/p/1?a=b');
  const fresh = bodyOf(await call(refreshSession, { body: {} }), 200);
  assert.equal(fresh.user.email, person.email);
  const options = bodyOf(await call(getSignInOptions, {}), 200);
  assert.equal(options.oidc?.replacesSecondFactor, true);
});

test('a forged callback leads to the sign-in page without a session', async () => {
  const { server } = await onStage();
  const { port } = server;
  const forged = await send({ port, path: `${CALLBACK}?code=c0de&state=forged` });
  assert.equal(forged.status, 302);
  assert.match(forged.headers.location ?? '', /^\/sign-in\?/);
  assert.doesNotMatch(cookiesOf(forged.headers['set-cookie']), /session_token=[\w-]/);
});

test('400: returnTo must be a path of the dashboard', async () => {
  const { server } = await onStage();
  for (const returnTo of [
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    // What a browser makes of these begins with two slashes.
    '/.//elsewhere.test',
    '/..//elsewhere.test/x',
    '/a/..//elsewhere.test',
    '/%2e//elsewhere.test',
    '/api/v1/session/oidc',
    // What whoever decodes it once more makes of these, too.
    '/%2f%2felsewhere.test',
    '/%2Felsewhere.test',
    '/%5celsewhere.test',
  ]) {
    const path = `${START}?returnTo=${encodeURIComponent(returnTo)}`;
    const reply = await send({ port: server.port, path });
    assert.equal(reply.status, 400, returnTo);
    assert.match(reply.text, /returnTo must be a path of the dashboard/);
  }
});

test('returnTo may have any characters', async () => {
  const { provider, server } = await onStage();
  const { port } = server;
  const project = await newProject({}, server);
  for (const [returnTo, location] of [
    ['/p/1/links?search=💥', '/p/1/links?search=%F0%9F%92%A5'],
    ['/語?a="<b>"', '/%E8%AA%9E?a=%22%3Cb%3E%22'],
    ['/p?next=//x', '/p?next=//x'],
  ] as const) {
    const started = await send({
      port,
      path: `${START}?returnTo=${encodeURIComponent(returnTo)}`,
    });
    const asked = new URL(started.headers.location ?? '');
    const returned = await send({
      port,
      path: CALLBACK + provider.agree(asked, project.userEmail),
      headers: { cookie: cookiesOf(started.headers['set-cookie']) },
    });
    assert.equal(returned.headers.location, location);
    assert.match(cookiesOf(returned.headers['set-cookie']), /session_token=[\w-]/);
  }
});

test('503: the provider does not answer', async () => {
  const away = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const { port } = await startServer(away);
  const reply = await send({ port, path: START });
  assert.equal(reply.status, 503);
  assert.match(reply.text, /sign-in provider does not answer/);
});

test('400: a callback with a NUL', async () => {
  const { port } = (await onStage()).server;
  assert.equal((await send({ port, path: `${CALLBACK}?state=%00` })).status, 400);
});

test('404: no provider configured, or an unknown one', async () => {
  const { server } = await onStage();
  assert.equal((await send({ path: START })).status, 404);
  assert.equal((await send({ path: CALLBACK })).status, 404);
  const other = { port: server.port, path: '/api/v1/session/callback/other' };
  assert.equal((await send(other)).status, 404);
});

test('an account that a sign-in creates has no name that mails must not have', async () => {
  const here = await build({ OIDC_CREATES_USERS: 'on' });
  const email = `${newId()}@company.test`;
  here.provider.names.set(email, 'Unlock at https://evil.example');
  const { call } = await walk(here, email);
  assert.equal(bodyOf(await call(refreshSession, { body: {} }), 200).user.name, 'Unlock at');
});
