import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { type Insertable, sql } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { deleteProject } from '#teams/projects/deleteProject.ts';
import type { LedgerRecord } from '#visits/clicks/facts/clickRecords.ts';
import type { EventFact } from '#visits/clicks/facts/events.ts';
import { clickOn } from '../support/callers/population.ts';
import { clickRecords, DAY, HOUR } from './drawVisits.ts';
import { askEvents, eventsRecord, forgetAll, idsOf, newEvent } from './openEvents.ts';
import { batchOf, lineOf, type Stage } from './openStage.ts';

const MAX_AMOUNT = 10 ** 12;

/** Holds a store of events to its port. */
// oxlint-disable-next-line max-lines-per-function -- a list of tests, which share one store
export function testEventStore(name: string, useStage: () => Promise<Stage>): void {
  async function open() {
    const stage = await useStage();
    return { stage, project: await stage.addProject(1), journal: await stage.openJournal() };
  }

  describe(`${name} as an event store`, () => {
    test('has each event once, as it was received first, however often and from where it is loaded', async () => {
      const { stage, project, journal } = await open();
      const other = await stage.addProject(1);
      const now = Date.now();
      const records = [
        eventsRecord(project, [newEvent('a'), newEvent('b'), newEvent('b', { name: 'late' })], now),
        eventsRecord(project, []),
        ...clickRecords([clickOn({ key: project.keys[0]!, projectId: project.id })]),
        eventsRecord(project, [newEvent('b', { name: 'later' }), newEvent('c')], now + 1),
        eventsRecord(other, [newEvent('a', { name: 'other' })], now),
      ];
      await journal.load(records.slice(0, 1));
      await journal.load(records.slice(1));
      const again = await stage.openJournal();
      await again.load([
        eventsRecord(project, [newEvent('a', { name: 'sent again' })], now + HOUR),
      ]);
      await again.load([...records.slice(0, 3), ...records.slice(0, 2)]);
      await again.load(records);
      const named = async (each: { readonly id: string }) =>
        (await askEvents(stage, each)).map((event) => [event.event_id, event.name]);
      assert.deepEqual(
        await named(project),
        ['a', 'b', 'c'].map((id) => [id, 'event']),
      );
      assert.deepEqual(await named(other), [['a', 'other']]);
    });

    test('answers with every value as it was sent, and amounts to the last unit', async () => {
      const { stage, project, journal } = await open();
      const at = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
      const clickId = newId();
      const all = {
        at,
        name: "it's \\ \u{1F98A}\t\n",
        saidAt: at + DAY,
        installation: 'one "two" {three}',
        clickId,
        customerId: 'null',
        currency: 'EUR',
        quantity: 2 ** 31 - 1,
        transactionId: "'",
        items: [{ sku: '\\u0000 is no NUL', price: 1.5 }],
        properties: { quoted: '"\\', deep: { empty: null } },
      };
      await journal.load([
        eventsRecord(project, [
          newEvent('most', { ...all, amount: MAX_AMOUNT - 1 }),
          newEvent('none'),
          newEvent('refund', { amount: 1 - MAX_AMOUNT, currency: 'EUR' }),
        ]),
      ]);
      const [most, none, refund] = await askEvents(stage, project);
      assert.deepEqual(most, {
        event_id: 'most',
        name: all.name,
        at: new Date(at),
        amount: MAX_AMOUNT - 1,
        currency: 'EUR',
        quantity: all.quantity,
        installation: all.installation,
        click_id: clickId,
        customer_id: 'null',
        link_key: null,
        said_by: 'server',
      });
      assert.equal(refund?.amount, 1 - MAX_AMOUNT);
      const { event_id: _id, name: _name, at: _at, said_by: _saidBy, ...values } = none!;
      assert.deepEqual(new Set(Object.values(values)), new Set([null]));
    });

    test('narrows to a range and names, and leaves out tests', async () => {
      const { stage, project, journal } = await open();
      const [from, to] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)];
      await journal.load([
        eventsRecord(project, [
          newEvent('ancient', { at: Date.UTC(1800, 0, 1) }),
          newEvent('before', { at: from - 1 }),
          newEvent('first', { at: from, name: 'buy' }),
          newEvent('last', { at: to - 1, name: "it's" }),
          newEvent('after', { at: to }),
          newEvent('test', { at: from, name: 'buy', test: true }),
        ]),
      ]);
      const range = { from: new Date(from), to: new Date(to) };
      const ids = (question: Parameters<typeof askEvents>[2]) => idsOf(stage, project, question);
      assert.deepEqual(await ids({}), ['after', 'ancient', 'before', 'first', 'last']);
      assert.deepEqual(await ids({ range }), ['first', 'last']);
      assert.deepEqual(await ids({ range: { to: range.from } }), ['ancient', 'before']);
      assert.deepEqual(await ids({ range, tests: true }), ['first', 'last', 'test']);
      assert.deepEqual(await ids({ names: ['buy', "it's", 'unknown'] }), ['first', 'last']);
      assert.deepEqual(await ids({ names: [] }), []);
    });

    test('leaves out no event that may be of the people asked for', async () => {
      const { stage, project, journal } = await open();
      await journal.load([
        eventsRecord(project, [
          newEvent('click', { clickId: newId(), installation: 'i2' }),
          newEvent('customer', { customerId: 'c1', installation: 'i2' }),
          newEvent('installation', { installation: 'i1', customerId: 'c2' }),
          newEvent('kept', { installation: 'i2' }),
          newEvent('named', { transactionId: 't1', installation: 'i1' }),
          newEvent('nobody', { transactionId: 't1' }),
          newEvent('other', { installation: 'i2', customerId: 'c2' }),
        ]),
      ]);
      await forgetAll(stage, project, { kept: project.keys[0]! });
      const theirs = ['click', 'customer', 'installation', 'kept', 'named', 'nobody'];
      const ask = async (people: ReturnType<typeof sql>) =>
        (await askEvents(stage, project, { people })).filter(({ event_id: id }) =>
          theirs.includes(id),
        );
      const few = await ask(sql`
        select * from (values ('i1', null), (null, 'c1'), ('i1', 'c1')) as few (installation, customer_id)`);
      assert.deepEqual(
        few.map(({ event_id: id }) => id),
        theirs,
      );
      assert.equal(few.at(-1)?.installation, 'i1');
      const many = sql`
        select 'i' || number as installation, 'c1' as customer_id from generate_series(1, 5000) as number`;
      assert.deepEqual(await ask(many), few);
    });

    test('what a server or a source says takes the place of what an app said, in any order', async () => {
      const { stage, project, journal } = await open();
      const [now, later] = [Date.now(), await stage.openJournal()];
      const said = (by: EventSaidBy, id: string, at: number) =>
        eventsRecord(project, [newEvent(id, { name: `${by} ${at - now}` })], at, by);
      const records = {
        here: [
          said('app', 'a batch', now),
          said('server', 'a batch', now + 1),
          said('stripe', 'b batch', now + 1),
          said('app', 'b batch', now),
          said('app', 'c app first', now),
          said('server', 'e both', now),
          said('app', 'f app alone', now + 2),
        ],
        elsewhere: [
          said('server', 'c app first', now + HOUR),
          said('server', 'd server first', now + HOUR),
          said('stripe', 'e both', now + 1),
        ],
        last: [said('app', 'd server first', now), said('app', 'f app alone', now + 3)],
      };
      await journal.load(records.here);
      await later.load(records.elsewhere);
      await journal.load(records.last);
      const expected = [
        ['a batch', 'server', 'server 1'],
        ['b batch', 'stripe', 'stripe 1'],
        ['c app first', 'server', `server ${HOUR}`],
        ['d server first', 'server', `server ${HOUR}`],
        ['e both', 'server', 'server 0'],
        ['f app alone', 'app', 'app 2'],
      ];
      const named = async () =>
        (await askEvents(stage, project)).map((event) => [
          event.event_id,
          event.said_by,
          event.name,
        ]);
      assert.deepEqual(await named(), expected);
      // A journal that is loaded again, as after a kill.
      const again = await stage.openJournal();
      await again.load(records.last);
      await again.load(records.elsewhere);
      await again.load(records.here);
      assert.deepEqual(await named(), expected);
      const saidBy = (speaker: EventSaidBy) => idsOf(stage, project, { saidBy: speaker });
      assert.deepEqual(await saidBy('app'), ['f app alone']);
      assert.deepEqual(await saidBy('stripe'), ['b batch']);
    });

    test('an app’s event whose person is forgotten gives way too, and comes back by no app', async () => {
      const { stage, project, journal } = await open();
      const now = Date.now();
      const said = (by: EventSaidBy, at: number) =>
        eventsRecord(project, [newEvent('a', { customerId: by }), newEvent('b')], at, by);
      await journal.load([said('app', now)]);
      await forgetAll(stage, project, { a: project.keys[0]!, b: null });
      const of = async () => {
        const [event] = await askEvents(stage, project);
        return [event?.said_by, event?.customer_id, event?.link_key];
      };
      await journal.load([said('app', now + 1), said('app', now)]);
      assert.deepEqual(await of(), ['app', null, project.keys[0]]);
      await journal.load([said('server', now + 2)]);
      assert.deepEqual(await of(), ['server', 'server', null]);
      await forgetAll(stage, project, { a: null });
      await journal.load([said('server', now + 3), said('app', now + 4)]);
      await stage.store.events.expire(PLANS);
      assert.deepEqual(await of(), ['server', null, null]);
    });

    test('of records of the release before, the key and the id tell who said them', async () => {
      const { stage, project, journal } = await open();
      const old = (fromApp: boolean, id: string) => {
        const record = eventsRecord(project, [newEvent(id)]);
        assert.equal(record.type, 'events');
        return { ...record, batch: { ...record.batch, fromApp, saidBy: null } } as LedgerRecord;
      };
      await journal.load([
        old(true, 'a'),
        old(false, 'b'),
        old(false, 'revenuecat:c'),
        old(true, 'stripe:d'),
        eventsRecord(project, [newEvent('a', { name: 'again' })]),
      ]);
      assert.deepEqual(
        (await askEvents(stage, project)).map((event) => [event.event_id, event.said_by]),
        [
          ['a', 'server'],
          ['b', 'server'],
          ['revenuecat:c', 'revenuecat'],
          ['stripe:d', 'app'],
        ],
      );
    });

    test('what an app says of a transaction names nobody for others', async () => {
      const { stage, project, journal } = await open();
      const at = Date.UTC(2026, 3, 1);
      const of = (change: Partial<EventFact>) => ({ transactionId: 't', at, ...change });
      const stranger = newEvent('a', of({ at: Date.UTC(2001, 0, 1), customerId: 'stranger' }));
      await journal.load([
        eventsRecord(project, [stranger], at, 'app'),
        eventsRecord(project, [newEvent('b', of({}))]),
      ]);
      const customers = async () =>
        (await askEvents(stage, project)).map((event) => event.customer_id);
      assert.deepEqual(await customers(), ['stranger', null]);
      const owner = newEvent('c', of({ at: at + HOUR, customerId: 'owner' }));
      await journal.load([eventsRecord(project, [owner], at, 'stripe')]);
      assert.deepEqual(await customers(), ['stranger', 'owner', 'owner']);
    });

    test('deleted events are in no answer until they are brought back, and are purged after a day', async () => {
      const { stage, project, journal } = await open();
      const other = await stage.addProject(1);
      const [now, day] = [Date.now(), Date.UTC(2026, 4, 1)];
      const source = { id: newId(), prefix: 'custom source:' };
      const sale = (id: string, change: Partial<EventFact> = {}) =>
        newEvent(id, { at: day, name: 'buy', transactionId: 't', ...change });
      const events = [
        sale('app', { customerId: 'c' }),
        sale('before', { at: day - 1 }),
        sale('end', { at: day + DAY }),
        sale('other name', { name: 'look' }),
        sale('test', { test: true }),
      ];
      const bySource = {
        ...eventsRecord(project, [sale('of the source')], now, 'custom'),
      } as Extract<LedgerRecord, { type: 'events' }>;
      await journal.load([
        eventsRecord(project, events, now, 'app'),
        eventsRecord(project, [sale('server', { customerId: 'c' }), sale('nobody')], now),
        { ...bySource, batch: { ...bySource.batch, sourceId: source.id } },
        eventsRecord(project, [sale('custom source:1')], now),
        eventsRecord(other, events, now, 'app'),
      ]);
      const all = await askEvents(stage, project, { tests: true });
      const ids = all.map((event) => event.event_id);
      const without = (...gone: string[]) => ids.filter((id) => !gone.includes(id));
      const asked = async () => idsOf(stage, project, { tests: true });
      const deletion = (change: Partial<Insertable<Database['event_deletions']>> = {}) => ({
        id: newId(),
        project_id: project.id,
        from_at: new Date(day),
        to_at: new Date(day + DAY),
        said_by: 'app',
        name: 'buy',
        deleted_at: new Date(now),
        ...change,
      });
      const inserted = async (change: Partial<Insertable<Database['event_deletions']>>) => {
        const values = deletion(change);
        await stage.db.insertInto('event_deletions').values(values).execute();
        return values.id;
      };
      const undo = (id: string) =>
        stage.db.deleteFrom('event_deletions').where('id', '=', id).execute();

      const ofApps = await inserted({});
      assert.deepEqual(await asked(), without('app', 'test'));
      assert.deepEqual(await idsOf(stage, project, { tests: true, deleted: true }), ids);
      // What is received later stays, and the same again changes nothing.
      await journal.load([
        eventsRecord(project, events, now + 1, 'app'),
        eventsRecord(project, [sale('late')], now + 1, 'app'),
      ]);
      assert.deepEqual(await asked(), [...without('app', 'test'), 'late'].toSorted());
      await undo(ofApps);
      assert.deepEqual(await asked(), [...ids, 'late'].toSorted());

      const ofSource = await inserted({
        said_by: null,
        name: null,
        source_id: source.id,
        source_prefix: source.prefix,
      });
      assert.deepEqual(
        await asked(),
        [...without('of the source', 'custom source:1'), 'late'].toSorted(),
      );
      await undo(ofSource);
      // A deleted event names nobody either.
      const ofServers = await inserted({ said_by: 'server' });
      const [nobody] = await askEvents(stage, project, { ids: ['of the source'] });
      assert.equal(nobody?.customer_id, null);
      await undo(ofServers);

      await inserted({});
      await stage.store.events.expire(PLANS, { now: new Date(now + DAY) });
      const stored = async () => idsOf(stage, project, { tests: true, deleted: true });
      assert.deepEqual(await stored(), [...ids, 'late'].toSorted());
      await stage.store.events.expire(PLANS, { now: new Date(now + 2 * DAY) });
      assert.deepEqual(await stored(), [...without('app', 'test'), 'late'].toSorted());
      assert.deepEqual(await stage.db.selectFrom('event_deletions').selectAll().execute(), []);
      assert.equal((await idsOf(stage, other, { tests: true })).length, events.length);
    });

    test('an event that names nobody is of whom the first of its transaction names', async () => {
      const { stage, project, journal } = await open();
      const other = await stage.addProject(1);
      const at = Date.UTC(2026, 3, 1);
      const of = (transactionId: string, minutes: number) => ({
        transactionId,
        at: at + minutes * 60_000,
      });
      await journal.load([
        eventsRecord(project, [
          newEvent('a renewal', of('t1', 9)),
          newEvent('b second', { ...of('t1', 1), customerId: 'second' }),
          newEvent('c first', { ...of('t1', 1), installation: 'first', test: true }),
          newEvent('d none', of('t1', 0)),
          newEvent('e own', { ...of('t1', 5), customerId: 'own' }),
          newEvent('f alone', of('t2', 0)),
        ]),
        eventsRecord(other, [newEvent('x', { ...of('t2', 0), customerId: 'foreign' })]),
      ]);
      const answers = await askEvents(stage, project, { range: { from: new Date(at) } });
      const names = Object.fromEntries(
        answers.map((each) => [each.event_id, [each.installation, each.customer_id]]),
      );
      assert.deepEqual(names, {
        'a renewal': [null, 'second'],
        'b second': [null, 'second'],
        'd none': [null, 'second'],
        'e own': [null, 'own'],
        'f alone': [null, null],
      });
      const late = { range: { from: new Date(at + 8 * 60_000) } };
      assert.equal((await askEvents(stage, project, late))[0]?.customer_id, 'second');
    });

    test('finds the links of the clicks that events name', async () => {
      const { stage, project, journal } = await open();
      const other = await stage.addProject(1);
      const [own, foreign] = [project, other].map((each) =>
        clickOn({ key: each.keys[0]!, projectId: each.id }),
      );
      assert.ok(own && foreign);
      const named = [own.id, foreign.id, newId()].map((clickId, index) =>
        newEvent(`click ${index}`, { clickId }),
      );
      await journal.load([...clickRecords([own, foreign]), eventsRecord(project, named)]);
      const events = await stage.store.events.events(stage.db, { project, range: {} });
      const candidates = sql`select click_id from ${events} as event`;
      const links = await stage.store.linksOfClicks(stage.db, project, candidates);
      const { rows } = await sql<{ click_id: string; link_key: number }>`
        select * from ${links} as link where link_key is not null`.execute(stage.db);
      assert.deepEqual(rows, [{ click_id: own.id, link_key: project.keys[0] }]);
    });

    test('forgets the people of events, also of tests, and what they were credited to stays', async () => {
      const { stage, project, journal } = await open();
      const [other, key] = [await stage.addProject(1), project.keys[0]!];
      const person = { installation: 'i', customerId: 'c', clickId: newId(), transactionId: 't' };
      const paid = { amount: 5, currency: 'EUR', quantity: 2, name: 'buy' };
      const events = [
        newEvent('a', { ...person, ...paid }),
        newEvent('b', { ...person, test: true }),
        newEvent('c', { transactionId: 't' }),
        newEvent('d', { installation: 'j' }),
      ];
      const records = [eventsRecord(project, events), eventsRecord(other, events)];
      await journal.load(records);
      const before = await askEvents(stage, project, { tests: true });
      const untouched = await askEvents(stage, other, { tests: true });
      await forgetAll(stage, project, {});
      await forgetAll(stage, project, { a: key, b: null });
      const nobody = { installation: null, customer_id: null, click_id: null };
      const expected = before.map((event) => {
        if (event.event_id === 'd') return event;
        return { ...event, ...nobody, link_key: event.event_id === 'a' ? key : null };
      });
      assert.deepEqual(await askEvents(stage, project, { tests: true }), expected);
      // A batch that comes again brings nobody back.
      await (await stage.openJournal()).load(records);
      assert.deepEqual(await askEvents(stage, project, { tests: true }), expected);
      assert.deepEqual(await askEvents(stage, other, { tests: true }), untouched);
      await stage.store.events.expire(PLANS);
      await forgetAll(stage, project, { a: key, c: null });
      assert.deepEqual(await askEvents(stage, project, { tests: true }), expected);
    });

    test('deletes events that are no longer kept, and those of deleted projects', async () => {
      const { stage, project, journal } = await open();
      const [gone, other] = [await stage.addProject(1), await stage.addProject(1)];
      const now = Date.now();
      const events = [newEvent('new', { at: now }), newEvent('old', { at: now - 30 * DAY })];
      const each = [project, gone, other].map((its) => eventsRecord(its, events));
      await journal.load(each);
      await stage.db
        .updateTable('projects')
        .set({ click_retention_days: 20 })
        .where('id', '=', project.id)
        .execute();
      await stage.db.transaction().execute((tx) => deleteProject(tx, gone, gone.name));
      await journal.load([eventsRecord(gone, [newEvent('after')])]);
      await stage.store.events.expire(PLANS);
      assert.deepEqual(await idsOf(stage, project), ['new']);
      assert.deepEqual(await idsOf(stage, gone), []);
      assert.deepEqual(await idsOf(stage, other), ['new', 'old']);
      await stage.store.events.expire(PLANS, { now: new Date(now + 30 * DAY) });
      assert.deepEqual(await idsOf(stage, project), []);
      assert.deepEqual(await idsOf(stage, other), ['new', 'old']);
    });

    test('keeps bad records aside and stores their neighbours', async () => {
      const { stage, project, journal } = await open();
      const bad = [
        newEvent('nul', { properties: { key: '\u0000' } }),
        newEvent('half', { items: [{ key: '\uD800' }] }),
        newEvent('free', { amount: 1 }),
        newEvent('many', { quantity: 2 ** 31 }),
        newEvent('click', { clickId: 'none' }),
      ].map((event) => eventsRecord(project, [newEvent('beside'), event]));
      const [first, last] = ['a', 'b\u0000'].map((id) => eventsRecord(project, [newEvent(id)]));
      const batch = batchOf(journal.id, 0, [first!, ...bad, last!]);
      assert.equal(await journal.target.load(batch), true);
      assert.deepEqual(journal.refused, bad.map(lineOf));
      assert.deepEqual(await idsOf(stage, project), ['a', 'b']);
      assert.equal(await journal.target.findPosition(journal.id, 0), batch.to);
    });
  });
}

const PLANS = readPlans({});
