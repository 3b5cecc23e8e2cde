import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { EventDimension, EventNumbersQuery } from '@fairlead/contract/eventNumbers';
import { anonymous, appKey, member, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { iphone, tap } from '../support/callers/phones.ts';
import { HOUR, identify, installBy, newEvent, recordAll, reopenBy, timeAt } from './callers.ts';

const { getEventNumbers, getFunnel } = operations;
const paramsOf = ({ project }: TestProject) => ({ projectId: project.id });

async function numbersOf(project: TestProject, query: EventNumbersQuery) {
  const reply = await member(project)(getEventNumbers, { params: paramsOf(project), query });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

const sale = (amount: number, currency = 'EUR') => ({ revenue: { amount, currency } });

describe('getEventNumbers 200', () => {
  test('by name: people, sums by currency and the share of installs', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [one, two] = [await installBy(project, link), await installBy(project, link)];
    await installBy(project, link);
    await recordAll(project, [
      newEvent({ installationId: one, ...sale(500) }),
      newEvent({ installationId: one, ...sale(-200), quantity: 2 }),
      newEvent({ installationId: two, ...sale(70, 'JPY') }),
      newEvent({ installationId: two, name: 'sign-up' }),
      newEvent({ installationId: 'nobody', name: 'sign-up' }),
      newEvent({ installationId: one, test: true }),
    ]);
    const { total, groups } = await numbersOf(project, {});
    const revenue = [
      { currency: 'EUR', amount: 300, saidByApps: 0, people: 1 },
      { currency: 'JPY', amount: 70, saidByApps: 0, people: 1 },
    ];
    assert.deepEqual(total, {
      events: 5,
      quantity: 6,
      people: 3,
      revenue,
      cost: [],
      return: [],
      installs: 3,
      converted: 2,
      conversion: 2 / 3,
    });
    assert.deepEqual(groups, [
      {
        value: 'purchase',
        title: null,
        events: 3,
        quantity: 4,
        people: 2,
        revenue,
        cost: [],
        return: [],
        installs: 3,
        converted: 2,
        conversion: 2 / 3,
      },
      {
        value: 'sign-up',
        title: null,
        events: 2,
        quantity: 2,
        people: 2,
        revenue: [],
        cost: [],
        return: [],
        installs: 3,
        converted: 1,
        conversion: 1 / 3,
      },
    ]);
  });

  test('by link, folder, campaign, rule, variant, country and day', async () => {
    const project = await newProject();
    const rules = [
      {
        name: 'Everyone',
        when: { from: '2020-01-01T00:00:00Z' },
        to: { fallbackUrl: 'https://example.com/?utm_campaign=spring' },
      },
    ];
    const body = {
      type: 'unified',
      name: 'Led',
      fallbackUrl: 'https://example.com/',
      rules,
    } as const;
    const made = await appKey(project)(operations.createManagedLink, { body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const led = made.body;
    const idle = await newLink(project);
    const clickId = await tap(iphone(), project, led);
    const installationId = await installBy(project, { shortUrl: `${led.shortUrl}?_lc=${clickId}` });
    await installBy(project, idle);
    await recordAll(project, [
      newEvent({ installationId, ...sale(900) }),
      newEvent({ customerId: 'nobody', ...sale(100) }),
    ]);
    const groupsBy = async (by: EventDimension) => {
      const { groups } = await numbersOf(project, { by, credit: 'install' });
      return groups.map(({ value, revenue, installs, converted }) => [
        value,
        revenue[0]?.amount ?? 0,
        `${converted} of ${installs}`,
      ]);
    };
    assert.deepEqual(await groupsBy('link'), [
      [led.id, 900, '1 of 1'],
      [idle.id, 0, '0 of 1'],
    ]);
    assert.deepEqual(await groupsBy('folder'), [[null, 900, '1 of 2']]);
    const day = new Date().toISOString().slice(0, 10);
    assert.deepEqual(await groupsBy('day'), [[day, 900, '1 of 2']]);
    assert.deepEqual(await groupsBy('rule'), [
      ['Everyone', 900, '1 of 1'],
      [null, 0, '0 of 1'],
    ]);
    assert.deepEqual(await groupsBy('campaign'), [
      ['spring', 900, '1 of 1'],
      [null, 0, '0 of 1'],
    ]);
    assert.deepEqual(await groupsBy('variant'), [[null, 900, '1 of 2']]);
    const [byCountry] = await groupsBy('country');
    assert.deepEqual(byCountry?.slice(1), [900, '1 of 1']);
    assert.match(String(byCountry?.[0]), /^[A-Z]{2}$/);
    const { groups } = await numbersOf(project, { by: 'link' });
    assert.deepEqual(
      groups.map(({ value, title, revenue }) => [value, title, revenue[0]?.amount]),
      [
        [led.id, 'Led', 900],
        [null, null, 100],
        [idle.id, idle.slug, undefined],
      ],
    );
  });

  test('by re-engagement: the last link that opened the app again, within the window of the project', async () => {
    const project = await newProject();
    const [first, again, last] = [
      await newLink(project),
      await newLink(project),
      await newLink(project),
    ];
    const installationId = await installBy(project, first);
    await identify(project, installationId, 'customer');
    await recordAll(project, [newEvent({ installationId, ...sale(1) })]);
    await reopenBy(project, again, installationId);
    await recordAll(project, [newEvent({ installationId, ...sale(20) })]);
    await reopenBy(project, last, installationId);
    await recordAll(project, [newEvent({ customerId: 'customer', ...sale(300) })]);
    const amounts = async (credit: 'install' | 'reengagement') => {
      const { groups, total } = await numbersOf(project, { by: 'link', credit });
      const sums = groups.map(({ value, revenue }) => [value, revenue[0]?.amount]);
      return { ...Object.fromEntries(sums), converted: [total.converted, total.installs] };
    };
    assert.deepEqual(await amounts('install'), { [first.id]: 321, converted: [1, 1] });
    assert.deepEqual(await amounts('reengagement'), {
      [again.id]: 20,
      [last.id]: 300,
      converted: [2, 2],
    });
    const change = { reengagementDays: 0 };
    const update = await member(project)(operations.updateProject, {
      params: paramsOf(project),
      body: change,
    });
    assert.equal(update.status, 200);
    const { groups } = await numbersOf(project, { by: 'link', credit: 'reengagement' });
    assert.deepEqual(
      groups.map(({ events }) => events),
      [0, 0],
    );
  });

  test('an event of nobody belongs to whom the first of its transaction names', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = await installBy(project, link);
    const transactionId = 'order';
    await recordAll(project, [
      newEvent({ transactionId, ...sale(-100) }),
      newEvent({ transactionId, installationId, ...sale(400), at: timeAt(-HOUR) }),
      newEvent({ transactionId: 'other', ...sale(7) }),
    ]);
    const { groups } = await numbersOf(project, { by: 'link', credit: 'install' });
    assert.deepEqual(
      groups.map(({ value, revenue }) => [value, revenue[0]?.amount]),
      [[link.id, 300]],
    );
  });
});

describe('getFunnel 200', () => {
  const at = (hours: number) => timeAt((hours - 100) * HOUR);

  test('counts people by the latest way through all steps within the window', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [brisk, slow, backwards] = [
      await installBy(project, link),
      await installBy(project, link),
      'unknown',
    ];
    const step = (installationId: string, name: string, hours: number) =>
      newEvent({ installationId, name, at: at(hours) });
    await recordAll(project, [
      step(brisk, 'view', 0),
      step(brisk, 'other', 1),
      // The first beginning is too early for the purchase, the second is not.
      step(brisk, 'view', 30),
      step(brisk, 'cart', 31),
      step(brisk, 'buy', 32),
      step(slow, 'view', 0),
      step(slow, 'cart', 1),
      step(slow, 'buy', 20),
      step(backwards, 'cart', 3),
      step(backwards, 'view', 4),
    ]);
    const ask = async (body: { steps: string[]; windowHours?: number; link?: string }) => {
      const reply = await member(project)(getFunnel, { params: paramsOf(project), body });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return reply.body.steps;
    };
    assert.deepEqual(await ask({ steps: ['view', 'cart', 'buy'], windowHours: 10 }), [
      { name: 'view', people: 3, ofFirst: 1, ofPrevious: 1 },
      { name: 'cart', people: 2, ofFirst: 2 / 3, ofPrevious: 2 / 3 },
      { name: 'buy', people: 1, ofFirst: 1 / 3, ofPrevious: 1 / 2 },
    ]);
    const people = (steps: Awaited<ReturnType<typeof ask>>) => steps.map((each) => each.people);
    assert.deepEqual(people(await ask({ steps: ['view', 'cart', 'buy'] })), [3, 2, 2]);
    assert.deepEqual(people(await ask({ steps: ['view', 'buy'], link: link.id })), [2, 2]);
    assert.deepEqual(await ask({ steps: ['none', 'buy'] }), [
      { name: 'none', people: 0, ofFirst: null, ofPrevious: null },
      { name: 'buy', people: 0, ofFirst: null, ofPrevious: null },
    ]);
  });
});

describe('numbers of events, errors', () => {
  test('400: a dimension or steps that are none', async () => {
    const project = await newProject();
    const params = paramsOf(project);
    const query = { by: 'colour' } as never;
    assert.equal((await member(project)(getEventNumbers, { params, query })).status, 400);
    for (const steps of [['one'], ['one', 'one'], ['one', '']]) {
      const reply = await member(project)(getFunnel, { params, body: { steps } });
      assert.equal(reply.status, 400, steps.join());
    }
  });

  test('401 without a session, 404 for another project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const params = paramsOf(project);
    const nobody = await anonymous('/api/v1');
    for (const [operation, rest] of [
      [getEventNumbers, {}],
      [operations.getCohorts, {}],
      [getFunnel, { body: { steps: ['a', 'b'] } }],
    ] as const) {
      assert.equal((await nobody(operation, { params, ...rest } as never)).status, 401);
      assert.equal((await member(other)(operation, { params, ...rest } as never)).status, 404);
    }
  });
});
