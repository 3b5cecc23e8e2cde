import assert from 'node:assert/strict';
import { randomUUID, X509Certificate } from 'node:crypto';
import { describe, test } from 'node:test';
import type { App } from '#faces/App.ts';
import { newProject } from '../support/callers/personas.ts';
import { startServer } from '../support/useServer.ts';
import { makeAppleChain } from './appleChain.ts';
import { assertRefused, changed, deliver, newSource, storedOf, sumsOf } from './callers.ts';
import { APPLE_TEST_NOTIFICATION } from './samples.ts';

const APP = { bundleId: 'com.example', appAppleId: 1234 };
const chain = makeAppleChain();

/** The authority of Apple's own samples. */
function authorityOf(signed: string): string {
  const header = JSON.parse(Buffer.from(signed.split('.')[0]!, 'base64url').toString()) as {
    x5c: [string, string, string];
  };
  return new X509Certificate(Buffer.from(header.x5c[2], 'base64')).fingerprint256;
}

async function open(appleRoot = chain.fingerprint, settings: Record<string, unknown> = APP) {
  const server = await startServer();
  const { app } = server as { app: { sourceTrust: App['sourceTrust'] } & App };
  Object.assign(app, { sourceTrust: { ...app.sourceTrust, appleRoot } });
  const project = await newProject({ plan: 'self-hosted' }, server);
  return newSource('app_store', { settings }, project);
}

const bought = {
  bundleId: 'com.example',
  originalTransactionId: '1000',
  transactionId: '1001',
  productId: 'com.example.weekly',
  purchaseDate: Date.UTC(2026, 0, 2),
  price: 4990,
  currency: 'EUR',
  quantity: 1,
  appAccountToken: '7f0f3a52-1c9d-4d0b-9a55-b1b8f1d0a0e1',
};

interface Told {
  readonly type: string;
  readonly subtype?: string;
  readonly change?: object;
  readonly environment?: 'Sandbox' | 'Production';
  readonly signedBy?: typeof chain;
}

function notify({ type, subtype, change, environment = 'Production', signedBy = chain }: Told) {
  const transaction = { ...bought, environment, signedDate: Date.now(), ...change };
  const payload = {
    notificationType: type,
    subtype,
    notificationUUID: randomUUID(),
    version: '2.0',
    signedDate: Date.now(),
    data: {
      ...APP,
      environment,
      signedTransactionInfo: signedBy.signed(transaction),
    },
  };
  return { signedPayload: signedBy.signed(payload) };
}

describe('App Store Server Notifications', () => {
  test("Apple's own sample is a test, and with one byte changed it is refused", async () => {
    const authority = authorityOf(APPLE_TEST_NOTIFICATION);
    const refused = await open(authority);
    const [header = '', payload = '', signature = ''] = APPLE_TEST_NOTIFICATION.split('.');
    await assertRefused(
      refused,
      [
        [header, changed(payload), signature],
        [header, payload, changed(signature)],
        [changed(header, 100), payload, signature],
        [header, payload, ''],
      ].map((parts) => ({ body: { signedPayload: parts.join('.') } })),
    );
    const source = await open(authority);
    assert.equal(await deliver(source, { signedPayload: APPLE_TEST_NOTIFICATION }), 200);
    assert.deepEqual(await storedOf(source), [
      {
        id: 'app_store:9ad56bd2-0bc6-42e0-af24-fd996d87a1e6',
        name: 'TEST',
        at: '2023-04-12T15:45:24.000Z',
        customer: null,
        amount: null,
        currency: null,
        transaction: null,
        test: true,
      },
    ]);
  });

  test('401: another authority than Apple, another app, no chain of certificates', async () => {
    await assertRefused(await open('63:34'), [{ body: notify({ type: 'DID_RENEW' }) }]);
    const other = await open(chain.fingerprint, { bundleId: 'com.example.other' });
    await assertRefused(other, [{ body: notify({ type: 'DID_RENEW' }) }]);
    const impostor = makeAppleChain();
    const [, , root = ''] = (
      JSON.parse(Buffer.from(chain.signed({}).split('.')[0]!, 'base64url').toString()) as {
        x5c: string[];
      }
    ).x5c;
    const borrowed = {
      ...impostor,
      signed: (payload: object) => impostor.signed(payload, ['', '', root]),
    };
    await assertRefused(await open(), [
      { body: notify({ type: 'DID_RENEW', signedBy: impostor }) },
      { body: notify({ type: 'DID_RENEW', signedBy: borrowed }) },
      { body: { signedPayload: 'a.b.c' } },
      // These environments have no signatures in Apple's library.
      {
        body: notify({ type: 'DID_RENEW', environment: 'Xcode' as 'Sandbox', signedBy: impostor }),
      },
    ]);
  });

  test('a purchase, its renewals and a refund in part add up by the original transaction', async () => {
    const source = await open();
    const refund = {
      type: 'REFUND',
      change: { revocationDate: Date.UTC(2026, 0, 9), revocationPercentage: 50_000 },
    };
    const calls = [
      notify(refund),
      notify({ type: 'DID_RENEW', change: { transactionId: '1002', price: 5990 } }),
      notify({ type: 'SUBSCRIBED', subtype: 'INITIAL_BUY' }),
    ];
    for (const call of [...calls, ...calls]) assert.equal(await deliver(source, call), 200);
    assert.deepEqual(await sumsOf(source), { EUR: 499 + 599 - 250 });
    const stored = await storedOf(source);
    assert.deepEqual(stored.map(({ name }) => name).toSorted(), ['PURCHASE', 'REFUND', 'RENEWAL']);
    assert.ok(stored.every(({ transaction }) => transaction === '1000'));
    assert.ok(stored.every(({ customer }) => customer === bought.appAccountToken));
    const refunded = stored.find(({ name }) => name === 'REFUND');
    assert.equal(refunded?.at, '2026-01-09T00:00:00.000Z');
  });

  test('sandbox is a test, also of a source that knows no app id; a family pays once', async () => {
    const source = await open(chain.fingerprint, { bundleId: 'com.example' });
    await deliver(source, notify({ type: 'ONE_TIME_CHARGE', environment: 'Sandbox' }));
    await deliver(source, notify({ type: 'ONE_TIME_CHARGE' }));
    const shared = { inAppOwnershipType: 'FAMILY_SHARED' };
    await deliver(source, notify({ type: 'ONE_TIME_CHARGE', change: shared }));
    assert.deepEqual(await sumsOf(source), { EUR: 499 });
    assert.equal((await storedOf(source)).filter(({ test: isTest }) => isTest).length, 1);
  });

  test('notifications that bring nothing keep their names', async () => {
    const source = await open();
    const off = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED' };
    for (const told of [off, { type: 'EXPIRED' }, { type: 'A_NEW_ONE' }]) {
      assert.equal(await deliver(source, notify(told)), 200);
    }
    const stored = (await storedOf(source)).map(({ name, amount }) => `${name} ${amount}`);
    assert.deepEqual(stored.toSorted(), ['A_NEW_ONE null', 'CANCELLATION null', 'EXPIRED null']);
  });

  test('notifications about many customers, or about none, name app and environment elsewhere', async () => {
    const source = await open();
    const sandbox = { ...APP, environment: 'Sandbox' };
    for (const [type, part] of [
      ['RENEWAL_EXTENSION', { summary: sandbox }],
      ['RESCIND_CONSENT', { appData: { ...APP, environment: 'Production' } }],
      [
        'EXTERNAL_PURCHASE_TOKEN',
        { externalPurchaseToken: { ...APP, externalPurchaseId: 'SANDBOX_1' } },
      ],
    ] as const) {
      const about = { notificationUUID: randomUUID(), version: '2.0', signedDate: Date.now() };
      const payload = { ...about, notificationType: type, ...part };
      assert.equal(await deliver(source, { signedPayload: chain.signed(payload) }), 200, type);
    }
    const stored = (await storedOf(source)).map(({ name, test: isTest }) => `${name} ${isTest}`);
    assert.deepEqual(stored.toSorted(), [
      'EXTERNAL_PURCHASE_TOKEN true',
      'RENEWAL_EXTENSION true',
      'RESCIND_CONSENT false',
    ]);
  });

  test('400: what is no notification', async () => {
    const source = await open();
    for (const body of ['{}', 'null', '{"signedPayload": ""}', 'no JSON']) {
      assert.equal(await deliver(source, body), 400, body);
    }
  });
});
