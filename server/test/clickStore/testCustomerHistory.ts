import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { eraseEvents } from '#apps/attribution/eraseEvents.ts';
import { creditedEvents } from '#apps/events/creditedEvents.ts';
import { nameCustomer } from '#apps/installations/nameCustomer.ts';
import { setCustomer } from '#apps/installations/setCustomer.ts';
import type { Db } from '#platform/db/Db.ts';
import { newId } from '#platform/lib/uuid.ts';
import { eventsRecord, newEvent } from './openEvents.ts';
import type { Stage } from './openStage.ts';

/** Whatever store events are in, the history of customers says whose they are. */
// oxlint-disable-next-line max-lines-per-function -- one story, from the first sign-in to the erasure
export function testCustomerHistory(name: string, useStage: () => Promise<Stage>): void {
  describe(`${name} and the history of customers`, () => {
    test('credits an event that names only its customer, and erases what is about an installation', async () => {
      const stage = await useStage();
      const { db, store } = stage;
      const project = await stage.addProject(2);
      const start = Date.UTC(2026, 4, 1);
      const at = (hour: number) => start + hour * 3_600_000;
      const phones: string[] = [];
      for (const [index, key] of project.keys.entries()) {
        const id = newId();
        phones.push(id);
        await sql`
          insert into installations (id, project_id, client_id, first_seen_at, last_seen_at)
          values (${id}, ${project.id}, ${`phone ${index}`}, now(), now())`.execute(db);
        await sql`
          insert into attribution_facts (click_id, kind, link_key, project_id, installation_id, at)
          values (${newId()}, 'install', ${key}, ${project.id}, ${id}, ${new Date(start)})`.execute(
          db,
        );
      }
      const [one, two] = phones as [string, string];
      for (const [id, customerId, hour] of [
        [one, 'a', 1],
        [one, 'b', 3],
        [two, 'a', 4],
        [one, null, 5],
      ] as const) {
        const said = { saidBy: 'app', at: new Date(at(hour)) } as const;
        await setCustomer(db, { id, projectId: project.id }, customerId, said);
      }
      const second = { customerId: 'b', names: ['before b'], at: new Date(at(3)) };
      await nameCustomer(db, project, second);
      const journal = await stage.openJournal();
      const of = (id: string, customerId: string, hour: number) =>
        newEvent(id, { customerId, at: at(hour), transactionId: id });
      await journal.load([
        eventsRecord(project, [
          of('1 first', 'a', 0),
          of('2 then', 'a', 2),
          of('3 between', 'a', 3.5),
          of('4 other phone', 'a', 4.5),
          of('5 signed out', 'b', 6),
          of('6 second name', 'before b', 2),
          of('7 stranger', 'c', 2),
        ]),
      ]);
      const [first, other] = project.keys as [number, number];
      const expected = {
        '1 first': first,
        '2 then': first,
        '3 between': first,
        '4 other phone': other,
        '5 signed out': first,
        '6 second name': first,
        '7 stranger': null,
      };
      const creditOf = async (tx: Db, link?: { readonly key: number }) => {
        const stores: Parameters<typeof creditedEvents>[1] = {
          events: (...asked) => store.events.events(...asked),
          linksOfClicks: (...asked) => store.linksOfClicks(...asked),
        };
        const credited = await creditedEvents(tx, stores, { project, range: {}, link });
        const { rows } = await sql<{ event_id: string; link_key: number | null }>`
          select event_id, link_key from ${credited} as event
          where ${link ? sql`link_key = ${link.key}` : sql`true`}`.execute(tx);
        return Object.fromEntries(rows.map(({ event_id: id, link_key: key }) => [id, key]));
      };
      const check = async () => {
        assert.deepEqual(await creditOf(db), expected);
        for (const key of project.keys) {
          const own = Object.entries(expected).filter(([, credited]) => credited === key);
          assert.deepEqual(await creditOf(db, { key }), Object.fromEntries(own));
        }
      };
      await check();
      await db.transaction().execute(async (tx) => {
        await eraseEvents({ tx, clicks: store }, project, one, []);
        await sql`delete from installations where id = ${one}`.execute(tx);
      });
      await check();
      const relation = await store.events.events(db, { project, range: {} });
      const { rows } = await sql<{ event_id: string }>`
        select event_id from ${relation} as event where customer_id is not null order by event_id`.execute(
        db,
      );
      assert.deepEqual(
        rows.map(({ event_id: id }) => id),
        ['4 other phone', '7 stranger'],
      );
      const names = await sql`
        select from customer_names where project_id = ${project.id}`.execute(db);
      assert.deepEqual(names.rows, []);
    });
  });
}
