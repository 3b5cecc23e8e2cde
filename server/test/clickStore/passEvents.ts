import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { EventFact } from '#visits/clicks/facts/events.ts';
import { newId } from '#platform/lib/uuid.ts';
import { clickOn } from '../support/callers/population.ts';
import { clickRecords } from './drawVisits.ts';
import { lineOf, batchOf, type Stage } from './openStage.ts';

const NOTHING: Omit<EventFact, 'eventId' | 'at'> = {
  name: 'event',
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

/** Events of a batch, wherever its clicks go: they are in PostgreSQL, once each, and know the links of their clicks. */
export async function passEvents(stage: Stage): Promise<void> {
  const [project, other] = [await stage.addProject(1), await stage.addProject(1)];
  const [own, foreign] = [project, other].map((each) =>
    clickOn({ key: each.keys[0]!, projectId: each.id }),
  );
  assert.ok(own && foreign);
  const unknown = newId();
  const eventOf = (eventId: string, change: Partial<EventFact> = {}): EventFact => ({
    ...NOTHING,
    at: Date.now(),
    eventId,
    ...change,
  });
  const batch = (...events: EventFact[]) => ({
    type: 'events' as const,
    batch: { id: newId(), projectId: project.id, receivedAt: Date.now(), fromApp: false, events },
  });
  const named = [own.id, foreign.id, unknown].map((clickId, index) =>
    eventOf(`click ${index}`, { clickId, properties: { quoted: '"\\' } }),
  );
  const journal = await stage.openJournal();
  await journal.load([batch(eventOf('alone')), batch()]);
  await journal.load([...clickRecords([own, foreign]), batch(...named, eventOf('alone'))]);
  const bad = batch(eventOf('bad', { properties: { key: '\u0000' } }));
  const late = batch(eventOf('late'), eventOf('late', { name: 'second' }));
  const from = journal.position();
  assert.equal(await journal.target.load(batchOf(journal.id, from, [bad, late])), true);
  assert.deepEqual(journal.refused, [lineOf(bad)]);

  const ofProject = sql`project_number = (select number from projects where id = ${project.id})`;
  const { rows } = await sql<{ event_id: string; name: string; properties: unknown }>`
    select event_id, name, properties from events where ${ofProject} order by event_id`.execute(
    stage.db,
  );
  assert.deepEqual(
    rows.map((row) => [row.event_id, row.name]),
    ['alone', 'click 0', 'click 1', 'click 2', 'late'].map((id) => [id, 'event']),
  );
  assert.deepEqual(rows[1]?.properties, { quoted: '"\\' });
  const links = await stage.store.linksOfClicks(
    stage.db,
    project,
    sql`select click_id from events where ${ofProject} and click_id is not null`,
  );
  const { rows: found } = await sql<{ click_id: string; link_key: number }>`
    select * from ${links} as link where link_key is not null`.execute(stage.db);
  assert.deepEqual(found, [{ click_id: own.id, link_key: project.keys[0] }]);
}
