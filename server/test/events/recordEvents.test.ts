import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { Problem } from '#platform/lib/Problem.ts';
import { anonymous, anyProject, appKey, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { send } from '../support/callers/request.ts';
import { newEvent, recordAll, rowsOf, sendEvents } from './callers.ts';

const { recordEvents, recordSdkEvents } = operations;
const FULL = {
  eventId: 'order-1',
  name: 'purchase',
  at: '2026-01-01T12:00:00.123Z',
  installationId: 'phone',
  clickId: '019ab2a4-5b7e-7c44-9d0e-4be1d0f7a1aa',
  customerId: 'customer',
  revenue: { amount: 1999, currency: 'EUR' },
  quantity: 2,
  transactionId: 'transaction',
  items: [{ sku: 'a', price: 9.99 }],
  properties: { nested: { deep: [1, true, null] } },
  test: true,
};

async function sendText(project: TestProject, text: string, type: string) {
  const reply = await send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'x-app-key': project.appKey, 'content-type': type },
    body: text,
    port: project.server.port,
  });
  return { status: reply.status, body: JSON.parse(reply.text) as Record<string, unknown> };
}

describe('recordEvents 202', () => {
  test('every field is stored as it was sent', async () => {
    const project = await newProject();
    await recordAll(project, [FULL]);
    const [row] = await rowsOf(project);
    assert.ok(row);
    const { project_number: _number, received_at: receivedAt, ...fields } = row;
    assert.ok(Date.now() - receivedAt.getTime() < 3600 * 1000);
    assert.deepEqual(fields, {
      event_id: 'order-1',
      from_app: false,
      said_by: 'server',
      source_id: null,
      name: 'purchase',
      at: new Date(FULL.at),
      said_at: new Date(FULL.at),
      installation: 'phone',
      click_id: FULL.clickId,
      customer_id: 'customer',
      amount: 1999,
      currency: 'EUR',
      quantity: 2,
      transaction_id: 'transaction',
      items: FULL.items,
      properties: FULL.properties,
      test: true,
      link_key: null,
    });
  });

  test('an event that is none is named, and its neighbours are stored', async () => {
    const project = await newProject();
    const good = newEvent();
    const reply = await sendEvents(project, [{ name: '' }, good, 7]);
    assert.deepEqual(reply, {
      accepted: 1,
      duplicates: 0,
      errors: [
        { index: 0, field: 'eventId', message: 'eventId is required' },
        { index: 0, field: 'name', message: 'name must not be empty' },
        { index: 2, field: '', message: 'The event must be an object' },
      ],
    });
    assert.deepEqual(
      (await rowsOf(project)).map((row) => row.event_id),
      [good.eventId],
    );
  });

  test('no events are no mistake', async () => {
    const none = { accepted: 0, duplicates: 0, errors: [] };
    assert.deepEqual(await sendEvents(await anyProject(), []), none);
  });

  test(`${LIMITS.eventsPerCall} events are one record of the journal, and all are stored`, async () => {
    const project = await newProject();
    const events = Array.from({ length: LIMITS.eventsPerCall }, () => newEvent(FIVE));
    await recordAll(project, events);
    assert.equal((await rowsOf(project)).length, LIMITS.eventsPerCall);
  });

  test('NDJSON has one event a line, and a line that is none is named', async () => {
    const project = await newProject();
    const lines = [JSON.stringify(newEvent()), '', '{', JSON.stringify(newEvent())];
    const { status, body } = await sendText(project, lines.join('\n'), 'application/x-ndjson');
    assert.equal(status, 202);
    const { errors, ...counts } = body;
    assert.deepEqual(counts, { accepted: 2, duplicates: 0 });
    assert.match(JSON.stringify(errors), /"index":1,"field":"","message":"The event is not valid/);
    assert.equal((await rowsOf(project)).length, 2);
  });

  for (const [change, field, message] of [
    [{ eventId: 'x'.repeat(256) }, 'eventId', /at most 255 characters/],
    [{ eventId: 'a\u0000b' }, 'eventId', /must not contain a NUL character/],
    [{ name: 'a\u0000b' }, 'name', /NUL/],
    [{ customerId: '\u0000' }, 'customerId', /NUL/],
    [{ transactionId: '\u0000' }, 'transactionId', /NUL/],
    [{ installationId: '\u0000' }, 'installationId', /NUL/],
    [{ properties: { key: '\u0000' } }, 'properties', /NUL characters or broken Unicode/],
    [{ properties: { '\u0000': 1 } }, 'properties', /NUL/],
    [{ properties: { key: '\ud800' } }, 'properties', /broken Unicode/],
    [{ items: [{ deep: ['\u0000'] }] }, 'items', /NUL/],
    [{ items: Array.from({ length: 101 }, () => ({})) }, 'items', /at most 100/],
    [{ items: ['text'] }, 'items.0', /an object/],
    [{ properties: { key: 'x'.repeat(10_240) } }, 'properties', /at most 10 KB as JSON/],
    [{ properties: nested(11) }, 'properties', /deeper than 10 levels/],
    [{ properties: { key: 2 ** 60 } }, 'properties.key', /send it as a string/],
    [{ revenue: { amount: 1.5, currency: 'EUR' } }, 'revenue.amount', /integer|whole/],
    [{ revenue: { amount: 1e300, currency: 'EUR' } }, 'revenue.amount', /1000000000000 or less/],
    [{ revenue: { amount: -1e13, currency: 'EUR' } }, 'revenue.amount', /or more/],
    [{ revenue: { amount: 1, currency: 'eur' } }, 'revenue.currency', /in capitals, such as EUR/],
    [{ revenue: { amount: 1, currency: 'XXQ' } }, 'revenue.currency', /there is no XXQ/],
    [{ revenue: { amount: 1 } }, 'revenue.currency', /required/],
    [{ quantity: -1 }, 'quantity', /0 or more/],
    [{ quantity: 1e300 }, 'quantity', /or less/],
    [{ clickId: 'click' }, 'clickId', /UUID/],
    [{ at: 'yesterday' }, 'at', /ISO 8601/],
    [
      { at: '1999-12-31T00:00:00Z' },
      'at',
      /^at is before \d{4}-\d\d-\d\dT00:00:00.000Z: events that old are not kept$/,
    ],
    [{ color: 'red' }, 'color', /not a known property/],
  ] as const) {
    test(`refuses ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const { accepted, errors } = await sendEvents(await anyProject(), [
        newEvent(change as object),
      ]);
      assert.equal(accepted, 0);
      assert.deepEqual(
        errors.map((error) => error.field),
        [field],
      );
      assert.match(errors[0]?.message ?? '', message);
    });
  }
});

const FIVE = { properties: { a: 1, b: 2, c: 3, d: 4, e: 5 } };

function nested(levels: number): Record<string, unknown> {
  return levels === 1 ? {} : { inner: nested(levels - 1) };
}

describe('recordEvents errors', () => {
  for (const [what, body] of [
    ['a list without its object', [newEvent()]],
    ['no list', { events: {} }],
    ['an unknown property', { events: [], more: 1 }],
    ['a time that is none', { events: [], sentAt: 'now' }],
    ['more events than a call takes', { events: Array.from({ length: 1001 }, () => 0) }],
    ['no body', undefined],
  ] as const) {
    test(`400: ${what}`, async () => {
      const reply = await appKey(await anyProject())(recordEvents, { body: body as never });
      assert.equal(reply.status, 400, JSON.stringify(reply.body));
    });
  }

  test('400: more lines than a call takes, and none', async () => {
    const project = await anyProject();
    const line = `${JSON.stringify({})}\n`;
    const many = await sendText(project, line.repeat(1001), 'application/x-ndjson');
    assert.equal(many.status, 400);
    assert.match(JSON.stringify(many.body), /at most 1,000 events/);
    assert.equal((await sendText(project, '', 'application/x-ndjson')).status, 400);
  });

  test('401: without a key', async () => {
    const call = await anonymous();
    assert.equal((await call(recordEvents, { body: { events: [] } })).status, 401);
  });

  test('403: a publishable key', async () => {
    const call = await publishableKey(await anyProject());
    assert.equal((await call(recordEvents, { body: { events: [] } })).status, 403);
  });

  test('413: more than 1 MB', async () => {
    const { status } = await sendText(
      await anyProject(),
      ' '.repeat(LIMITS.eventsBytes + 1),
      'application/json',
    );
    assert.equal(status, 413);
  });

  test('503: nothing can be stored; what is sent again is no duplicate', async (context) => {
    const project = await newProject();
    const { ledger } = project.server.app;
    const away = () => Promise.reject(new Problem('UNAVAILABLE', 'The disk is full'));
    const body = { events: [newEvent()] };
    const full = context.mock.method(ledger, 'recordEvents', away);
    assert.equal((await appKey(project)(recordEvents, { body })).status, 503);
    assert.equal((await appKey(project)(recordSdkEvents, { body })).status, 503);
    full.mock.restore();
    await recordAll(project, body.events);
  });
});

describe('recordSdkEvents 202', () => {
  test('a publishable key is enough, and stored is that anyone can have it', async () => {
    const project = await newProject();
    const call = await publishableKey(project);
    const event = newEvent({ installationId: randomUUID() });
    const reply = await call(recordSdkEvents, { body: { events: [event] } });
    assert.deepEqual([reply.status, reply.body], [202, { accepted: 1, duplicates: 0, errors: [] }]);
    const [row] = await rowsOf(project);
    assert.deepEqual(
      [row?.installation, row?.from_app, row?.said_by],
      [event.installationId, true, 'app'],
    );
  });

  test('an installation token is not looked at, for that may need the database', async () => {
    const project = await newProject();
    const call = await publishableKey(project, { 'x-installation-token': 'no token' });
    const reply = await call(recordSdkEvents, { body: { events: [newEvent()] } });
    assert.equal(reply.status, 202);
  });

  test('unknown properties of an SDK are dropped, and what fits its type as text is taken', async () => {
    const project = await newProject();
    const call = await publishableKey(project, { 'x-svc-client': 'sdk-ios/1.0.0' });
    const event = { ...newEvent(), quantity: '3', color: 'red', customerId: '', at: null };
    const reply = await call(recordSdkEvents, { body: { events: [event as never] } });
    assert.deepEqual([reply.status, reply.body], [202, { accepted: 1, duplicates: 0, errors: [] }]);
    const [row] = await rowsOf(project);
    assert.deepEqual([row?.quantity, row?.customer_id], [3, null]);
  });
});

describe('recordSdkEvents errors', () => {
  test('400: more events than a call of an app takes', async () => {
    const call = await publishableKey(await anyProject());
    const events = Array.from({ length: LIMITS.sdkEventsPerCall + 1 }, () => newEvent());
    assert.equal((await call(recordSdkEvents, { body: { events } })).status, 400);
  });

  test('401: without a key', async () => {
    const call = await anonymous();
    assert.equal((await call(recordSdkEvents, { body: { events: [] } })).status, 401);
  });

  test('413: more than 1 MB', async () => {
    const call = await publishableKey(await anyProject());
    const event = newEvent({ name: 'x'.repeat(LIMITS.eventsBytes) });
    assert.equal((await call(recordSdkEvents, { body: { events: [event] } })).status, 413);
  });
});
