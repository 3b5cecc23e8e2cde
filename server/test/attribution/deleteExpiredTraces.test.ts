import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { deleteExpiredTraces } from '#apps/attribution/deleteExpiredTraces.ts';
import { createAddressHash } from '#visits/visitors/addressHash.ts';
import { createDayKeys } from '#visits/visitors/createDayKeys.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A database to itself: what is deleted depends on all projects of the instance. */
async function setUp() {
  const connectionString = await makeMigratedDatabase();
  const connection = connect({ connectionString, log: silentLog, max: 3, name: 'test' });
  endings.use(connection);
  const { db, pool } = connection;

  async function newProject(minutes: number, on = true) {
    const id = randomUUID();
    await db
      .insertInto('projects')
      .values({
        id,
        name: 'x',
        plan: 'free',
        matching_window_minutes: minutes,
        probabilistic_matching: on,
      })
      .execute();
    return id;
  }
  async function leaveTrace(projectId: string, ageMs: number) {
    const at = Date.now() - ageMs;
    const clickId = newId(at);
    await db
      .insertInto('click_signals')
      .values({
        click_id: clickId,
        project_id: projectId,
        link_key: 1,
        clicked_at: new Date(at),
        address_hash: 1n,
      })
      .execute();
    await db.insertInto('click_queries').values({ click_id: clickId, query: 'a=b' }).execute();
    await db.insertInto('delivered_clicks').values({ click_id: clickId }).execute();
    await db
      .insertInto('recent_opens')
      .values({
        installation_id: randomUUID(),
        click_id: clickId,
        link_key: 1,
        query_hash: 1,
        opened_at: new Date(at),
      })
      .execute();
    await db
      .insertInto('attribution_receipts')
      .values({
        id: newId(at),
        project_id: projectId,
        created_at: new Date(at),
        reason: 'click_unknown',
        details: {},
      })
      .execute();
    return clickId;
  }
  const signals = async () =>
    (await db.selectFrom('click_signals').select('click_id').execute()).map((row) => row.click_id);
  return { db, pool, newProject, leaveTrace, signals };
}

suite('deleteExpiredTraces', () => {
  test('deletes signals after 6 hours or a longer matching window, at once if matching is off', async () => {
    const { db, newProject, leaveTrace, signals } = await setUp();
    const [short, long, off] = [
      await newProject(60),
      await newProject(1440),
      await newProject(60, false),
    ];
    const kept = [await leaveTrace(short, 359 * MINUTE), await leaveTrace(long, 23 * 60 * MINUTE)];
    await leaveTrace(short, 361 * MINUTE);
    await leaveTrace(long, 25 * 60 * MINUTE);
    await leaveTrace(off, MINUTE);
    const forgotten = await deleteExpiredTraces(db, new Date());
    assert.equal(forgotten.signals, 3);
    assert.deepEqual((await signals()).toSorted(), kept.toSorted());
  });

  test('deletes forwarded parameters and delivered matches after 90 days, receipts after 180', async () => {
    const { db, newProject, leaveTrace } = await setUp();
    const project = await newProject(60);
    for (const days of [1, 89, 91, 179, 181]) await leaveTrace(project, days * DAY);
    const { queries, delivered, receipts } = await deleteExpiredTraces(db, new Date());
    assert.deepEqual([queries, delivered, receipts], [3, 3, 1]);
  });

  test('deletes what the store reported 180 days after the first open', async () => {
    const { db, newProject } = await setUp();
    const project = await newProject(60);
    for (const days of [1, 179, 181]) {
      const at = new Date(Date.now() - days * DAY);
      await db
        .insertInto('installations')
        .values({
          id: newId(at.getTime()),
          project_id: project,
          client_id: String(days),
          referrers: { play: { referrer: 'gclid=x' } },
          first_seen_at: at,
          last_seen_at: new Date(),
        })
        .execute();
    }
    assert.equal((await deleteExpiredTraces(db, new Date())).referrers, 1);
    const kept = await db
      .selectFrom('installations')
      .select('client_id')
      .where('referrers', 'is not', null)
      .orderBy('client_id')
      .execute();
    assert.deepEqual(
      kept.map((row) => row.client_id),
      ['1', '179'],
    );
  });

  test('deletes the last open of an installation after a minute', async () => {
    const { db, newProject, leaveTrace } = await setUp();
    const project = await newProject(60);
    for (const seconds of [1, 50, 70]) await leaveTrace(project, seconds * 1000);
    assert.equal((await deleteExpiredTraces(db, new Date())).opens, 1);
  });

  test('deletes test codes that have ended', async () => {
    const { db, newProject } = await setUp();
    const project = await newProject(60);
    for (const minutes of [-1, 1]) {
      await db
        .insertInto('test_codes')
        .values({
          id: newId(),
          project_id: project,
          link_key: 1,
          hash: Buffer.from(String(minutes)),
          created_at: new Date(Date.now() - DAY),
          ends_at: new Date(Date.now() + minutes * MINUTE),
        })
        .execute();
    }
    assert.equal((await deleteExpiredTraces(db, new Date())).testCodes, 1);
  });

  test("deletes a day's key after every matching window, so that its hashes cannot be recreated", async () => {
    const { db, pool, newProject } = await setUp();
    await newProject(720);
    using keys = await createDayKeys({ pool, secret: 'of the test', log: silentLog });
    const hash = createAddressHash(keys);
    const project = { id: randomUUID() };
    // The day on which the keys were made, whatever day it is now.
    const today = await db
      .selectFrom('day_keys')
      .selectAll()
      .orderBy('day')
      .executeTakeFirstOrThrow();
    const midnight = Date.parse(today.day);
    const yesterday = new Date(midnight - DAY).toISOString().slice(0, 10);
    await db
      .insertInto('day_keys')
      .values({ day: yesterday, sealed_key: today.sealed_key })
      .execute();
    await keys.refresh();
    const before = hash(project, '192.0.2.1', midnight - 1);
    assert.match(before ?? '', /^-?\d+$/);

    assert.equal((await deleteExpiredTraces(db, new Date(midnight + 719 * MINUTE))).keys, 0);
    assert.equal((await deleteExpiredTraces(db, new Date(midnight + 720 * MINUTE))).keys, 1);
    await keys.refresh();
    assert.equal(hash(project, '192.0.2.1', midnight - 1), null);
    assert.notEqual(hash(project, '192.0.2.1', midnight + 1), null);
  });
});
