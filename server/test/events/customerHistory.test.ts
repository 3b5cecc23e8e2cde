import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import { setCustomer } from '#apps/installations/setCustomer.ts';
import {
  appKey,
  member,
  newInstallation,
  newLink,
  newProject,
} from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { countOf, HOUR, installBy, newEvent, recordAll, reopenBy, timeAt } from './callers.ts';
import { erase, numbersOf, receiptOf } from './fixtures/plant.ts';

type Said = Parameters<typeof setCustomer>[3]['saidBy'];

/** At an hour from now, an installation is said to be somebody's, or nobody's. */
async function say(
  { server, project }: TestProject,
  clientId: string,
  customerId: string | null,
  hours: number,
  saidBy: Said = 'app',
): Promise<void> {
  const { db } = server.app;
  const { id } = await db
    .selectFrom('installations')
    .select('id')
    .where('project_id', '=', project.id)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const at = new Date(timeAt(hours * HOUR));
  assert.ok(await setCustomer(db, { id, projectId: project.id }, customerId, { saidBy, at }));
}

const EUR = (amount: number) => ({ amount, currency: 'EUR' });

/** A project with phones that came by a link each. */
async function newPhones(count: number) {
  const project = await newProject();
  const links = [];
  const phones = [];
  for (let index = 0; index < count; index += 1) {
    const link = await newLink(project);
    links.push(link);
    phones.push(await installBy(project, link));
  }
  const places = new Map<string | undefined, number>(links.map(({ id }, index) => [id, index]));
  /** Which of the links has the credit for an event of the customer at an hour; undefined: none. */
  const linkAt = async (customerId: string, hours: number, credit: 'install' | 'reengagement') => {
    const event = newEvent({ customerId, at: timeAt(hours * HOUR) });
    await recordAll(project, [event]);
    const receipt = await receiptOf(project, event.eventId);
    return places.get(receipt[credit]?.linkId);
  };
  return { project, links, phones, linkAt };
}

describe('the history of a customer', () => {
  test('another account on the phone, and a sign-out, leave what the first one earned', async () => {
    const { project, links, phones } = await newPhones(1);
    const [[link], [phone]] = [links, phones] as [[(typeof links)[0]], [string]];
    await say(project, phone, 'a', -9);
    const paid = newEvent({ customerId: 'a', at: timeAt(-8 * HOUR), revenue: EUR(500) });
    await recordAll(project, [paid]);
    const seen = async () => {
      const { groups } = await numbersOf(project, { by: 'link', credit: 'install' });
      const { reason, install } = await receiptOf(project, paid.eventId);
      return [
        await countOf(project, link.id),
        groups.map(({ value, revenue }) => [value, revenue[0]?.amount]),
        [reason, install?.linkId],
      ];
    };
    const expected = [1, [[link.id, 500]], ['customer', link.id]];
    assert.deepEqual(await seen(), expected);
    await say(project, phone, 'b', -7);
    assert.deepEqual(await seen(), expected);
    await say(project, phone, null, -6);
    assert.deepEqual(await seen(), expected);
    await say(project, phone, 'a', -5);
    assert.deepEqual(await seen(), expected);
  });

  test('of several phones the one that was first has an event; of none then, the last before, else the first after', async () => {
    const { project, phones, linkAt } = await newPhones(3);
    const [one, two, three] = phones as [string, string, string];
    await say(project, two, 'c', -20);
    await say(project, one, 'c', -18);
    await say(project, two, null, -16);
    await say(project, one, 'other', -14);
    await say(project, three, 'c', -12);
    await say(project, two, 'c', -10);
    await say(project, three, null, -8);
    await say(project, two, null, -6);
    const seen = [];
    for (const hours of [-21, -19, -17, -15, -13, -11, -9, -7, -5]) {
      seen.push(await linkAt('c', hours, 'install'));
    }
    assert.deepEqual(seen, [1, 1, 1, 0, 0, 2, 2, 1, 1]);
  });

  test('a late sign-in on an older phone changes nothing that was earned', async () => {
    const { project, links, phones } = await newPhones(2);
    const [older, newer] = phones as [string, string];
    await say(project, newer, 'c', -5);
    await recordAll(project, [newEvent({ customerId: 'c', at: timeAt(-4 * HOUR) })]);
    await say(project, older, 'c', -3);
    const counts = [];
    for (const { id } of links) counts.push(await countOf(project, id));
    assert.deepEqual(counts, [0, 1]);
  });

  test('by re-engagement, the link last opened by a phone that was theirs then', async () => {
    const { project, phones } = await newPhones(2);
    const [one, two] = phones as [string, string];
    await say(project, one, 'c', -20);
    await say(project, two, 'c', -18);
    await say(project, two, null, -4);
    await say(project, one, null, -3);
    const opened: string[] = [];
    for (const [phone, hours] of [
      [one, -10],
      [two, -8],
      [one, -6],
      [two, -2],
    ] as const) {
      const link = await newLink(project);
      await reopenBy(project, link, phone);
      await sql`
        update attribution_facts set at = ${timeAt(hours * HOUR)}
        where kind = 'returning' and project_id = ${project.project.id}
          and link_key = (select key from links where id = ${link.id})`.execute(
        project.server.app.db,
      );
      opened.push(link.id);
    }
    const places = [];
    for (const hours of [-11, -9, -7, -5, -3.5, -1]) {
      const event = newEvent({ customerId: 'c', at: timeAt(hours * HOUR) });
      await recordAll(project, [event]);
      const { reengagement } = await receiptOf(project, event.eventId);
      places.push(opened.indexOf(reengagement?.linkId ?? ''));
    }
    // After the last sign-out, it is the phone that signed out last.
    assert.deepEqual(places, [-1, 0, 1, 2, 2, 2]);
    const expected = [1, 1, 3, 0];
    const { groups } = await numbersOf(project, { by: 'link', credit: 'reengagement' });
    const byLink = new Map(groups.map(({ value, events }) => [value, events]));
    assert.deepEqual(
      opened.map((id) => byLink.get(id)),
      expected,
    );
    const counts = [];
    for (const id of opened) {
      const query = { credit: 'reengagement' } as const;
      const reply = await appKey(project)(operations.getLinkEvents, { params: { id }, query });
      assert.ok(reply.status === 200, JSON.stringify(reply.body));
      counts.push(reply.body.events[0]?.count ?? 0);
    }
    assert.deepEqual(counts, expected);
  });

  test('people are told apart by whose the phone was then', async () => {
    const { project, phones } = await newPhones(1);
    const [phone] = phones as [string];
    await say(project, phone, 'a', -9);
    await say(project, phone, 'b', -7);
    await say(project, phone, null, -5);
    const at = (hours: number, name: string) =>
      newEvent({ installationId: phone, name, at: timeAt(hours * HOUR) });
    await recordAll(project, [
      at(-10, 'view'),
      at(-8, 'view'),
      at(-6, 'buy'),
      at(-4, 'view'),
      newEvent({ customerId: 'a', name: 'buy', at: timeAt(-3 * HOUR) }),
    ]);
    const { total, groups } = await numbersOf(project, {});
    assert.equal(total.people, 2);
    assert.deepEqual(
      groups.map(({ value, people }) => [value, people]),
      [
        ['view', 2],
        ['buy', 2],
      ],
    );
    const params = { projectId: project.project.id };
    const body = { steps: ['view', 'buy'] };
    const reply = await member(project)(operations.getFunnel, { params, body });
    assert.ok(reply.status === 200);
    // Only a has bought after viewing.
    assert.deepEqual(
      reply.body.steps.map(({ people }) => people),
      [2, 1],
    );
  });

  test('is erased with the phone, and what it earned stays with its link', async () => {
    const { project, links, phones } = await newPhones(2);
    const [one, two] = phones as [string, string];
    await say(project, one, 'a', -9);
    await say(project, one, 'b', -7);
    await say(project, two, 'a', -6);
    await say(project, one, null, -5);
    const at = (customerId: string, hours: number) =>
      newEvent({ customerId, at: timeAt(hours * HOUR), properties: { secret: customerId } });
    const others = [at('a', -5), at('c', -8)];
    await recordAll(project, [at('a', -8), at('b', -6), at('b', -1), ...others]);
    const counts = async () => {
      const found = [];
      for (const { id } of links) found.push(await countOf(project, id));
      return found;
    };
    assert.deepEqual(await counts(), [3, 1]);
    await erase(project, one);
    assert.deepEqual(await counts(), [3, 1]);
    const { db } = project.server.app;
    const { rows } = await sql<{ event_id: string }>`
      select event_id from events where (customer_id is not null or properties is not null)
      and project_number = (select number from projects where id = ${project.project.id})`.execute(
      db,
    );
    const left = new Set(rows.map(({ event_id: id }) => id));
    for (const { eventId } of others) assert.ok(left.delete(eventId));
    const own = await db
      .selectFrom('customer_periods')
      .select('customer_id')
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual(own, [{ customer_id: 'a' }]);
    assert.deepEqual(left, new Set());
  });
});

describe('a customer whom a server has named', () => {
  test('is moved by no app: what it says on another phone decides nothing', async () => {
    const { project, links, phones, linkAt } = await newPhones(2);
    const [own, stranger] = phones as [string, string];
    await say(project, own, 'customer-42', -9, 'server');
    await say(project, stranger, 'customer-42', -8);
    await say(project, own, null, -5);
    await reopenBy(project, links[1]!, stranger);
    for (const hours of [-10, -7, -4, 0]) {
      assert.equal(await linkAt('customer-42', hours, 'install'), 0, String(hours));
      assert.equal(await linkAt('customer-42', hours, 'reengagement'), undefined);
    }
    // What it has said is kept.
    const { rows } = await sql<{ said_by: string; decides: boolean }>`
      select said_by, outranked_at is null as decides from customer_periods
      where project_id = ${project.project.id} order by since`.execute(project.server.app.db);
    assert.deepEqual(rows, [
      { said_by: 'server', decides: true },
      { said_by: 'app', decides: false },
    ]);
    // On the phone that the server has named, the app says it as before.
    await say(project, own, 'customer-42', -3);
    assert.equal(await linkAt('customer-42', -2, 'install'), 0);
  });

  test('belongs to the phone that an app named until the server names another', async () => {
    const { project, phones, linkAt } = await newPhones(2);
    const [first, named] = phones as [string, string];
    await say(project, first, 'c', -9);
    await say(project, named, 'c', -6, 'server');
    const seen = [];
    for (const hours of [-10, -7, -5]) seen.push(await linkAt('c', hours, 'install'));
    assert.deepEqual(seen, [0, 0, 1]);
    // And again to the first, once a server has confirmed it: but the other one was the server's first.
    await say(project, first, 'c', -4, 'server');
    assert.equal(await linkAt('c', -3, 'install'), 1);
    await say(project, named, null, -2);
    assert.equal(await linkAt('c', -1, 'install'), 0);
  });

  test('the attack of findings: an own install, and a foreign customer', async () => {
    const { project, links, phones } = await newPhones(2);
    const [victim, thief] = phones as [string, string];
    const body = { installationId: victim, customerId: 'customer-42' };
    assert.equal((await appKey(project)(operations.identify, { body })).status, 200);
    const { token } = await newInstallation(project, { installationId: thief });
    const app = await publishableKey(project, { 'x-installation-token': token });
    const stolen = await app(operations.identify, { body: { customerId: 'customer-42' } });
    assert.equal(stolen.status, 200);
    await recordAll(project, [newEvent({ customerId: 'customer-42', revenue: EUR(5000) })]);
    const counts = [];
    for (const { id } of links) counts.push(await countOf(project, id));
    assert.deepEqual(counts, [1, 0]);
  });
});

test('a process of the release before is believed too: it knows of no periods', async () => {
  const { project, phones, linkAt } = await newPhones(1);
  const [phone] = phones as [string];
  const set = (customer: string | null) =>
    sql`
    update installations set customer_id = ${customer}
    where project_id = ${project.project.id} and client_id = ${phone}`.execute(
      project.server.app.db,
    );
  await set('a');
  await set('a');
  await set('b');
  await set(null);
  const { rows } = await sql`
    select customer_id, until is null as open, said_by from customer_periods
    where project_id = ${project.project.id} order by since`.execute(project.server.app.db);
  assert.deepEqual(rows, [
    { customer_id: 'a', open: false, said_by: 'app' },
    { customer_id: 'b', open: false, said_by: 'app' },
  ]);
  assert.deepEqual([await linkAt('a', 0, 'install'), await linkAt('b', 0, 'install')], [0, 0]);
});
