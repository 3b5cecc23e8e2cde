import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { EventNumbersQuery } from '@fairlead/contract/eventNumbers';
import { EVENT_SOURCE_KINDS } from '@fairlead/contract/eventSpeakers';
import type { AppEvent } from '@fairlead/contract/eventResources';
import { member, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { makeExport } from '../support/makeExport.ts';
import { deliver, newSource } from '../sources/callers.ts';
import { eventsOf, identify, installBy, newEvent, recordAll, sendEvents } from './callers.ts';

const { getEventNumbers, getEventReceipt, recordSdkEvents, updateProject } = operations;

const paramsOf = ({ project }: TestProject) => ({ projectId: project.id });

async function numbersOf(project: TestProject, query: EventNumbersQuery = {}) {
  const params = paramsOf(project);
  return bodyOf(await member(project)(getEventNumbers, { params, query }), 200);
}

async function receiptOf(project: TestProject, eventId: string) {
  const request = { params: paramsOf(project), query: { eventId } };
  return bodyOf(await member(project)(getEventReceipt, request), 200);
}

/** What an app sends, or a stranger with the key of the app. */
async function sayAsApp(project: TestProject, events: readonly AppEvent[]) {
  const call = await publishableKey(project);
  return bodyOf(await call(recordSdkEvents, { body: { events: [...events] } }), 202);
}

const euros = (amount: number) => ({ revenue: { amount, currency: 'EUR' } });
const accepted = (count: number, duplicates = 0) => ({ accepted: count, duplicates, errors: [] });

describe('an event that an app has said', () => {
  test('gives way to what a server says under the same id, whatever came first', async () => {
    const project = await newProject();
    const order = newEvent({ eventId: 'order-1042', customerId: 'customer', ...euros(5000) });
    const claim = newEvent({ eventId: 'order-1042', test: true });
    assert.deepEqual(await sayAsApp(project, [claim]), accepted(1));
    assert.deepEqual((await numbersOf(project)).total.revenue, []);
    assert.deepEqual(await sendEvents(project, [order]), accepted(1));
    assert.deepEqual(await sendEvents(project, [order]), accepted(0, 1));
    assert.deepEqual(await sayAsApp(project, [claim]), accepted(0, 1));
    const [group] = (await numbersOf(project)).groups;
    assert.deepEqual(group?.revenue, [{ currency: 'EUR', amount: 5000, saidByApps: 0, people: 1 }]);
    assert.equal((await receiptOf(project, 'order-1042')).saidBy, 'server');
  });

  test('says nothing of whose a transaction is, whatever time it names', async () => {
    const project = await newProject();
    const [own, others] = [await newLink(project), await newLink(project)];
    const stranger = await installBy(project, own);
    await identify(project, await installBy(project, others), 'customer');
    const at = '2001-01-01T00:00:00Z';
    await project.server.app.db
      .updateTable('projects')
      .set({ plan: 'self-hosted' })
      .where('id', '=', project.project.id)
      .execute();
    project.server.app.lookups.apply({ kind: 'project', projectId: project.project.id });
    const claim = newEvent({ installationId: stranger, transactionId: 't-42', at });
    assert.deepEqual(await sayAsApp(project, [claim]), accepted(1));
    const renewal = newEvent({ name: 'renewal', transactionId: 't-42', ...euros(900) });
    await recordAll(project, [renewal]);
    assert.equal((await receiptOf(project, renewal.eventId)).reason, 'nobody');
    await recordAll(project, [newEvent({ transactionId: 't-42', customerId: 'customer' })]);
    assert.equal((await receiptOf(project, renewal.eventId)).install?.linkId, others.id);
    assert.deepEqual(
      (await eventsOf(project, own.id)).map(({ revenue }) => revenue),
      [[]],
    );
  });
});

describe('ids that event sources give', () => {
  test('are refused from keys of either class, and neighbours are stored', async () => {
    const project = await newProject();
    const events = EVENT_SOURCE_KINDS.map((kind) => newEvent({ eventId: `${kind}:evt_1` }));
    const all = [...events, newEvent(), newEvent({ eventId: 'own-stripe:1' })];
    for (const reply of [
      await sendEvents(project, all),
      await sayAsApp(project, [newEvent(), ...events]),
    ]) {
      assert.equal(reply.errors.length, events.length);
      for (const [n, kind] of EVENT_SOURCE_KINDS.entries()) {
        const { field, message } = reply.errors[n]!;
        assert.equal(field, 'eventId');
        assert.match(message, new RegExp(`must not begin with ${kind}:.*an id of your own`));
      }
      assert.ok(reply.accepted > 0);
    }
  });
});

describe('who said an event', () => {
  const SECRET = 'a secret of the service';
  const settings = {
    signature: { scheme: 'hmac-sha256', header: 'X-Signature' },
    eventId: 'id',
    name: { value: 'purchase' },
    amount: { path: 'cents', unit: 'minor' },
    currency: { value: 'EUR' },
  };

  test('is in receipts, breaks numbers down and filters them', async () => {
    const source = await newSource('custom', { settings, secret: SECRET });
    const { project } = source;
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    await sayAsApp(project, [
      newEvent({ installationId, ...euros(1) }),
      newEvent({ installationId }),
    ]);
    await recordAll(project, [newEvent({ installationId, ...euros(20) })]);
    const body = JSON.stringify({ id: 'evt-1', cents: 300 });
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    assert.equal(await deliver(source, body, { 'x-signature': signature }), 200);
    const { total, groups } = await numbersOf(project, { by: 'saidBy' });
    assert.deepEqual(
      groups.map(({ value, events, revenue, installs, converted }) => [
        value,
        events,
        revenue.map(({ amount, saidByApps }) => [amount, saidByApps]),
        installs,
        converted,
      ]),
      [
        ['app', 2, [[1, 1]], 1, 1],
        ['custom', 1, [[300, 0]], 1, 0],
        ['server', 1, [[20, 0]], 1, 1],
      ],
    );
    assert.deepEqual(total.revenue, [{ currency: 'EUR', amount: 321, saidByApps: 1, people: 1 }]);
    const ofServers = await numbersOf(project, { saidBy: 'server' });
    assert.deepEqual([ofServers.total.events, ofServers.total.revenue[0]?.amount], [1, 20]);
    const id = `${source.source.id}:evt-1`;
    assert.equal((await receiptOf(project, id)).saidBy, 'custom');
  });
});

describe('revenue of a project that adds up what servers say', () => {
  test('leaves what apps say beside the sums, in numbers, receipts and of links', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [one, two] = [await installBy(project, link), await installBy(project, link)];
    const claim = newEvent({ installationId: one, ...euros(1_000_000_000_000) });
    const yen = newEvent({ installationId: one, revenue: { amount: 7, currency: 'JPY' } });
    await sayAsApp(project, [claim, yen]);
    const sale = newEvent({ installationId: two, ...euros(500) });
    await recordAll(project, [sale]);
    const before = await numbersOf(project, { by: 'link' });
    assert.equal(before.revenueFrom, 'any');
    assert.equal(before.total.revenue[0]?.amount, 1_000_000_000_500);
    assert.equal(before.total.converted, 2);
    const params = paramsOf(project);
    const setting = { params, body: { revenueFrom: 'servers' } } as const;
    assert.equal(bodyOf(await member(project)(updateProject, setting), 200).revenueFrom, 'servers');

    const { revenueFrom, total } = await numbersOf(project, { by: 'link' });
    assert.equal(revenueFrom, 'servers');
    assert.deepEqual(total.revenue, [
      { currency: 'EUR', amount: 500, saidByApps: 1_000_000_000_000, people: 2 },
      { currency: 'JPY', amount: 0, saidByApps: 7, people: 1 },
    ]);
    assert.deepEqual([total.events, total.converted], [3, 1]);
    const [ofLink] = await eventsOf(project, link.id);
    assert.deepEqual(ofLink?.revenue, [
      { currency: 'EUR', amount: 500, saidByApps: 1_000_000_000_000 },
      { currency: 'JPY', amount: 0, saidByApps: 7 },
    ]);
    const receipts = [
      await receiptOf(project, claim.eventId),
      await receiptOf(project, sale.eventId),
    ];
    assert.deepEqual(
      receipts.map(({ saidBy, revenue, revenueCounts }) => [saidBy, revenue, revenueCounts]),
      [
        ['app', claim.revenue, false],
        ['server', sale.revenue, true],
      ],
    );
  });
});

describe('events by who said them', () => {
  test('are those of a link, and of a file, that are asked for', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const claim = newEvent({ installationId, ...euros(900) });
    await sayAsApp(project, [claim]);
    const sale = newEvent({ installationId, ...euros(500) });
    await recordAll(project, [sale]);
    const of = async (saidBy?: 'app' | 'server' | 'stripe') => {
      const query = saidBy === undefined ? {} : { saidBy };
      const [events] = await eventsOf(project, link.id, query);
      const { records } = await makeExport(project, { kind: 'events', ...query });
      return [
        events?.revenue[0]?.amount,
        records.slice(1).map((record) => record[records[0]!.indexOf('Event ID')]),
      ];
    };
    assert.deepEqual(await of(), [1400, [claim.eventId, sale.eventId]]);
    assert.deepEqual(await of('app'), [900, [claim.eventId]]);
    assert.deepEqual(await of('server'), [500, [sale.eventId]]);
    assert.deepEqual(await of('stripe'), [undefined, []]);
  });

  test('400: nobody who says events; in a file of anything else', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const query = { saidBy: 'nobody' } as never;
    const refused = await member(project, '/v1')(operations.getLinkEvents, {
      params: { id },
      query,
    });
    assert.match(String(bodyOf(refused, 400).message), /saidBy must be one of: app, server/);
    for (const kind of ['links', 'routes', 'clicks'] as const) {
      const body = { kind, saidBy: 'app' as const };
      const params = paramsOf(project);
      const misplaced = await member(project)(operations.startExport, { params, body });
      assert.match(String(bodyOf(misplaced, 400).message), /saidBy applies to events alone/);
    }
  });
});

describe('cohorts', () => {
  test('show the part of their revenue that apps alone have said, added up or not', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [one, two] = [await installBy(project, link), await installBy(project, link)];
    const { db } = project.server.app;
    const earlier = new Date(Date.now() - 3 * 24 * 3_600_000);
    await db
      .updateTable('installations')
      .set({ first_seen_at: earlier })
      .where('project_id', '=', project.project.id)
      .execute();
    const yen = { revenue: { amount: 7, currency: 'JPY' } };
    const at = new Date(earlier.getTime() + 3_600_000).toISOString();
    await sayAsApp(project, [
      newEvent({ installationId: one, at, ...euros(900) }),
      newEvent({ installationId: one, at, ...yen }),
    ]);
    await recordAll(project, [newEvent({ installationId: two, at, ...euros(500) })]);
    const params = paramsOf(project);
    const cohortsOf = async () =>
      bodyOf(await member(project)(operations.getCohorts, { params, query: {} }), 200);
    const before = await cohortsOf();
    assert.equal(before.revenueFrom, 'any');
    assert.deepEqual(before.total[1]?.revenue, [
      { currency: 'EUR', amount: 1400, saidByApps: 900 },
      { currency: 'JPY', amount: 7, saidByApps: 7 },
    ]);
    const body = { revenueFrom: 'servers' } as const;
    bodyOf(await member(project)(updateProject, { params, body }), 200);
    const after = await cohortsOf();
    assert.equal(after.revenueFrom, 'servers');
    assert.deepEqual(after.total[1]?.revenue, [
      { currency: 'EUR', amount: 500, saidByApps: 900 },
      { currency: 'JPY', amount: 0, saidByApps: 7 },
    ]);
    assert.deepEqual(
      after.cohorts.map(({ ages }) => ages[1]?.revenue),
      [after.total[1]?.revenue],
    );
  });
});
