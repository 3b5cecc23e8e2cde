import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { createLocalJWKSet, exportJWK, SignJWT } from 'jose';
import { createGoogleKeys } from '#apps/sources/createSourceTrust.ts';
import { newProject } from '../support/callers/personas.ts';
import { startServer } from '../support/useServer.ts';
import { assertRefused, changed, deliver, newSource, seen, storedOf } from './callers.ts';
import { GOOGLE_PLAY } from './samples.ts';

const SETTINGS = {
  packageName: 'com.some.thing',
  audience: 'https://links.example.com',
  serviceAccount: 'push@project.iam.gserviceaccount.com',
};
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...(await exportJWK(google.publicKey)), kid: 'one', alg: 'RS256' };
const CLAIMS = {
  iss: 'https://accounts.google.com',
  aud: SETTINGS.audience,
  email: SETTINGS.serviceAccount,
  email_verified: true,
};

async function tokenOf(change: object = {}, { privateKey: key } = google): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { iat: seconds, exp: seconds + 3600, ...CLAIMS, ...change };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
}

const bearer = async (...given: Parameters<typeof tokenOf>) => ({
  authorization: `Bearer ${await tokenOf(...given)}`,
});

async function open(testOnly = false) {
  const server = await startServer();
  const sourceTrust = { ...server.app.sourceTrust, googleKeys: createLocalJWKSet({ keys: [jwk] }) };
  Object.assign(server.app, { sourceTrust });
  const project = await newProject({ plan: 'self-hosted' }, server);
  return newSource('google_play', { settings: SETTINGS, testOnly }, project);
}

/** As Pub/Sub pushes it. */
const push = (notification: object, messageId = '136969346945') => ({
  message: {
    attributes: { key: 'value' },
    data: Buffer.from(JSON.stringify(notification)).toString('base64'),
    messageId,
  },
  subscription: 'projects/myproject/subscriptions/mysubscription',
});

describe('Google Play', () => {
  test("Google's samples are events without revenue, by their purchase token", async () => {
    const source = await open();
    const headers = await bearer();
    const all = Object.values(GOOGLE_PLAY);
    for (const turn of [all.toReversed(), all]) {
      for (const sample of turn) {
        const body = push(sample, String(all.indexOf(sample)));
        assert.equal(await deliver(source, body, headers), 200);
      }
    }
    const of = (id: number, name: string, more: object = {}) => ({
      id: `google_play:${id}`,
      name,
      at: '2017-08-21T21:06:06.168Z',
      customer: null,
      amount: null,
      currency: null,
      transaction: 'PURCHASE_TOKEN',
      test: false,
      ...more,
    });
    assert.deepEqual(await storedOf(source), [
      of(0, 'PURCHASE'),
      of(1, 'PURCHASE'),
      of(2, 'REFUND'),
      of(3, 'TEST', { at: '2017-08-21T21:15:56.918Z', transaction: null, test: true }),
    ]);
  });

  test('401: one byte of the token changed, another key, audience, sender or time', async () => {
    const body = push(GOOGLE_PLAY.subscription);
    const token = await tokenOf();
    const [header = '', claims = '', signature = ''] = token.split('.');
    const spoilt = [
      [header, changed(claims), signature],
      [header, claims, changed(signature)],
      [changed(header), claims, signature],
    ].map((parts) => ({ body, headers: { authorization: `Bearer ${parts.join('.')}` } }));
    await assertRefused(await open(), [
      ...spoilt,
      { body },
      { body, headers: { authorization: token } },
      { body, headers: await bearer({}, stranger) },
      { body, headers: await bearer({ aud: 'https://other.example.com' }) },
      { body, headers: await bearer({ email: 'other@project.iam.gserviceaccount.com' }) },
      { body, headers: await bearer({ email_verified: false }) },
      { body, headers: await bearer({ iss: 'https://accounts.example.com' }) },
      { body, headers: await bearer({ exp: 1_600_000_000 }) },
    ]);
  });

  test('a notification of another app is taken and shown; one of a new kind is ignored', async () => {
    const source = await open();
    const headers = await bearer();
    const other = { ...GOOGLE_PLAY.subscription, packageName: 'com.other' };
    assert.equal(await deliver(source, push(other), headers), 200);
    assert.match((await seen(source)).lastProblem?.message ?? '', /another app.*com\.other/);
    const { subscriptionNotification: _, ...unknown } = GOOGLE_PLAY.subscription;
    assert.equal(await deliver(source, push(unknown), headers), 200);
    assert.deepEqual(await storedOf(source), []);
  });

  test('a source of tests sends tests alone', async () => {
    const source = await open(true);
    await deliver(source, push(GOOGLE_PLAY.subscription), await bearer());
    assert.equal((await storedOf(source))[0]?.test, true);
  });

  test('400: what is no message of Pub/Sub or Google Play', async () => {
    const source = await open();
    const headers = await bearer();
    for (const body of [{}, push({}), { message: { messageId: '1', data: 'no JSON' } }]) {
      assert.equal(await deliver(source, body, headers), 400);
    }
  });

  test('503: Google’s keys cannot be read, so it is sent again', async () => {
    const source = await open();
    const { app } = source.project.server;
    const away = {
      dns: { find: async () => ['142.250.185.74'] },
      web: { get: async () => ({ failure: 'timeout', detail: '' }) as const },
    };
    const googleKeys = createGoogleKeys({ ...app, ...away });
    Object.assign(app, { sourceTrust: { ...app.sourceTrust, googleKeys } });
    assert.equal(await deliver(source, push(GOOGLE_PLAY.subscription), await bearer()), 503);
    assert.equal((await seen(source)).lastProblem, null);
  });
});

describe('Google’s keys', () => {
  /** A Google that counts how often it is asked. */
  function stand(certificate: { fault: string | null; fitsHost: boolean }) {
    const state = { asked: 0, keys: [jwk] as object[] | null, now: 0 };
    const tls = { names: [], issuer: '', validFrom: new Date(), validTo: new Date() };
    const outside = {
      dns: { find: async () => ['142.250.185.74'] },
      web: {
        get: async () => {
          state.asked += 1;
          const body = JSON.stringify({ keys: state.keys });
          const answer = { status: 200, header: () => undefined, cut: false };
          return { ...answer, body, tls: { ...tls, ...certificate } };
        },
      },
    };
    const keys = createGoogleKeys(outside, () => state.now);
    const find = async (kid: string) =>
      keys({ alg: 'RS256', kid }, { payload: '', signature: '', protected: '' });
    return { state, find };
  }

  test('are kept for an hour; a new one is looked for, once a minute at most', async () => {
    const { state, find } = stand({ fault: null, fitsHost: true });
    await find('one');
    await find('one');
    assert.equal(state.asked, 1);
    state.keys = [jwk, { ...jwk, kid: 'two' }];
    await assert.rejects(find('two'));
    assert.equal(state.asked, 1);
    state.now = 61_000;
    await find('two');
    assert.equal(state.asked, 2);
    state.now += 3_600_000;
    await find('one');
    assert.equal(state.asked, 3);
  });

  test('that are none do not count as a wrong signature', async () => {
    const { state, find } = stand({ fault: null, fitsHost: true });
    state.keys = null;
    await assert.rejects(find('one'), { code: 'UNAVAILABLE' });
  });

  test('are believed only of a server with Google’s certificate', async () => {
    for (const certificate of [
      { fault: 'CERT_HAS_EXPIRED', fitsHost: true },
      { fault: null, fitsHost: false },
    ]) {
      await assert.rejects(stand(certificate).find('one'), /cannot be read/);
    }
  });
});
