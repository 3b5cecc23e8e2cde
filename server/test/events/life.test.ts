import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { operations } from '@fairlead/contract';
import { newEventBatch } from '#visits/clicks/facts/events.ts';
import { expireEvents } from '#visits/postgres/events/expireEvents.ts';
import { member, newInstallation, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { iphone, tap } from '../support/callers/phones.ts';
import { countOf, HOUR, identify, installBy, newEvent, recordAll } from './callers.ts';
import { rowsOf, sendEvents, timeAt } from './callers.ts';

const DAY = 24 * HOUR;

async function keepDays({ server, project }: TestProject, days: number): Promise<void> {
  await server.app.db
    .updateTable('projects')
    .set({ click_retention_days: days })
    .where('id', '=', project.id)
    .execute();
  server.app.lookups.apply({ kind: 'project', projectId: project.id });
}

const idsOf = async (project: TestProject) => (await rowsOf(project)).map(({ event_id: id }) => id);

describe('an event sent again', () => {
  test('in one call and in the next is a duplicate; the first one counts', async () => {
    const project = await newProject();
    const [one, two] = [newEvent({ name: 'first' }), newEvent()];
    const again = { ...one, name: 'second' };
    assert.deepEqual(await sendEvents(project, [one, again, two]), {
      accepted: 2,
      duplicates: 1,
      errors: [],
    });
    assert.deepEqual(await sendEvents(project, [again, newEvent()]), {
      accepted: 1,
      duplicates: 1,
      errors: [],
    });
    const rows = await rowsOf(project);
    assert.equal(rows.length, 3);
    assert.equal(rows.find((row) => row.event_id === one.eventId)?.name, 'first');
  });

  test('to another project is none', async () => {
    const event = newEvent();
    for (const project of [await newProject(), await newProject()]) {
      await recordAll(project, [event]);
      assert.equal((await rowsOf(project)).length, 1);
    }
  });

  test('is stored once, whatever is sent in which calls', async () => {
    const project = await newProject();
    const ids = fc.array(fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }), {
      maxLength: 8,
    });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(ids, { maxLength: 4 }), async (calls) => {
        const replies = await Promise.all(
          calls.map((call) =>
            sendEvents(
              project,
              call.map((eventId) => newEvent({ eventId })),
            ),
          ),
        );
        for (const [index, { accepted, duplicates, errors }] of replies.entries()) {
          const refused = new Set(errors.map((error) => error.index));
          assert.equal(accepted + duplicates + refused.size, calls[index]?.length);
          for (const [place, id] of (calls[index] ?? []).entries()) {
            if (!refused.has(place)) seen.add(id);
          }
        }
      }),
      { numRuns: 20 },
    );
    assert.deepEqual(new Set(await idsOf(project)), seen);
  });
});

describe('retention of events', () => {
  test('is that of clicks: older ones are refused, and deleted in the night', async () => {
    const project = await newProject();
    const { background, plans } = project.server.app;
    const old = newEvent({ at: timeAt(-10 * DAY) });
    const young = newEvent({ at: timeAt(-2 * DAY) });
    await recordAll(project, [old, young]);
    await rowsOf(project);
    await keepDays(project, 3);
    const late = newEvent({ at: timeAt(-5 * DAY) });
    const { accepted, errors } = await sendEvents(project, [late]);
    assert.equal(accepted, 0);
    assert.match(errors[0]?.message ?? '', /^at is before .*: events that old are not kept$/);
    await expireEvents(background, plans);
    assert.deepEqual(await idsOf(project), [young.eventId]);
  });

  test('events of a deleted project are deleted, and none comes later', async () => {
    const project = await newProject();
    const { background, db, plans, ledger } = project.server.app;
    await recordAll(project, [newEvent()]);
    const [row] = await rowsOf(project);
    assert.ok(row);
    await db.deleteFrom('projects').where('id', '=', project.project.id).execute();
    const events = [{ ...EMPTY, eventId: 'late', name: 'late', at: Date.now() }];
    const projectId = project.project.id;
    const call = { projectId, receivedAt: Date.now(), saidBy: 'server', events } as const;
    await ledger.recordEvents(newEventBatch(call));
    await ledger.loaded();
    await expireEvents(background, plans);
    const left = await db
      .selectFrom('events')
      .select('event_id')
      .where('project_number', '=', row.project_number)
      .execute();
    assert.deepEqual(left, []);
  });
});

const EMPTY = {
  saidAt: null,
  installation: null,
  clickId: null,
  customerId: null,
  amount: null,
  currency: null,
  quantity: null,
  transactionId: null,
  items: null,
  properties: null,
  test: false,
};

describe('an erased installation', () => {
  test('leaves name, time, amount and credit of its events, and nobody', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const installationId = await installBy(project, link);
    await identify(project, installationId, 'customer');
    const clickId = await tap(iphone(), project, other);
    const person = {
      customerId: 'customer',
      transactionId: 'transaction',
      items: [{ sku: 'a' }],
      properties: { email: 'ann@example.com' },
      revenue: { amount: 5, currency: 'EUR' },
    };
    const stranger = newEvent({ customerId: 'stranger', properties: { kept: true } });
    const phone = await newInstallation(project);
    const second = newEvent({ installationId: phone.clientId, properties: { kept: true } });
    await recordAll(project, [
      newEvent({ ...person, installationId, clickId }),
      newEvent(person),
      newEvent({ ...person, clickId }),
      stranger,
      second,
    ]);
    const counts = async () => [await countOf(project, link.id), await countOf(project, other.id)];
    assert.deepEqual(await counts(), [2, 1]);
    const params = { projectId: project.project.id, installationId };
    assert.equal((await member(project)(operations.eraseInstallation, { params })).status, 200);
    assert.deepEqual(await counts(), [2, 1]);
    const rows = await rowsOf(project);
    const kept = new Set([stranger.eventId, second.eventId]);
    for (const row of rows.filter((each) => !kept.has(each.event_id))) {
      const { installation, click_id, customer_id, transaction_id, items, properties } = row;
      const traces = [installation, click_id, customer_id, transaction_id, items, properties];
      assert.deepEqual(
        traces,
        traces.map(() => null),
      );
      assert.deepEqual([row.name, row.amount, row.currency], ['purchase', 5, 'EUR']);
    }
    for (const row of rows.filter((each) => kept.has(each.event_id))) {
      assert.deepEqual(row.properties, { kept: true });
    }
  });
});
