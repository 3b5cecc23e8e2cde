import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { moveClicks } from '#visits/clickhouse/move/moveClicks.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { assertClicksIn } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { createRandom } from '#start/demo/random.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { startOfDay } from '#platform/lib/time.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { openPostgresClicks } from '#visits/postgres/openPostgresClicks.ts';
import { compareAnswers } from '../clickStore/compareAnswers.ts';
import { clickRecords, DAY, drawClicks, drawOpens } from '../clickStore/drawVisits.ts';
import { askEvents, eventsRecord, newEvent } from '../clickStore/openEvents.ts';
import { batchOf, openStage } from '../clickStore/openStage.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { SEED } from '../support/run/seed.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

const DAYS = 12;
const KEPT_DAYS = 5;
const PAGE_ROWS = 50;

/** PostgreSQL with clicks, some of which retention has deleted, and an empty ClickHouse. */
async function openHistory() {
  const connectionString = await makeMigratedDatabase();
  const { db, pool } = endings.use(
    connect({ connectionString, log: silentLog, max: 8, name: 'click store' }),
  );
  const store = openPostgresClicks({ pool, groups: pool, background: db, log: silentLog });
  const stage = openStage({ db, store });
  const address = readClickHouseUrl(await (await useClickHouse()).newDatabase());
  if (typeof address === 'string') throw new Error(address);
  const ch = endings.use(await connectClickHouse(address));
  return { db, pool, stage, ch, clicks: openClickHouseClicks({ ch, pool, background: db }) };
}

test(
  'clicks move: every answer is the same afterwards, however often it was broken off',
  withClickHouse,
  async () => {
    const { db, stage, ch, clicks: clickhouse } = await openHistory();
    const random = createRandom(SEED + 31);
    const to = Date.now();
    const span = { from: startOfDay(to) - DAYS * DAY, to };
    const [project, other] = [await stage.addProject(4), await stage.addProject(2)];
    const journal = await stage.openJournal();
    for (const each of [project, other]) {
      const clicks = drawClicks(random, each, { ...span, count: 300 });
      await journal.load([...clickRecords(clicks), ...drawOpens(random, clicks, span.to)]);
    }
    await db
      .updateTable('projects')
      .set({ click_retention_days: KEPT_DAYS })
      .where('id', '=', project.id)
      .execute();
    const paid = { amount: -7, currency: 'EUR', quantity: 2, customerId: 'c', transactionId: 't' };
    await journal.load([
      eventsRecord(project, [
        newEvent('a', { ...paid, items: [{ sku: 'x' }], properties: { key: 1.5 } }),
        newEvent('b', { transactionId: 't', test: true, saidAt: to }),
      ]),
      eventsRecord(other, [newEvent('a', { at: Date.UTC(1800, 0, 1), name: 'ä' })]),
    ]);
    const events = [project, other].map((each) => askEvents(stage, each, { tests: true }));
    const [ownEvents, [ancient]] = (await Promise.all(events)) as [unknown, [object]];
    const keptFrom = startOfDay(to) - KEPT_DAYS * DAY;
    await stage.store.expire(readPlans({}));
    stage.recount.expire(new Set(project.keys), keptFrom);
    await assert.rejects(assertClicksIn(db, 'clickhouse'), /run: fairlead clicks move/);

    // Broken off after each step once.
    let steps = 0;
    let moved: Awaited<ReturnType<typeof moveClicks>> | undefined;
    while (moved === undefined) {
      const before = steps;
      moved = await moveClicks(
        ch,
        db,
        () => {
          steps += 1;
          throw new Error('Broken off');
        },
        PAGE_ROWS,
      ).catch((error: unknown) => {
        assert.match(String(error), /Broken off/);
        assert.equal(steps, before + 1);
        return undefined;
      });
    }
    assert.ok(steps > 5);
    assert.ok(moved.clicks > 300 && moved.clicks < 600);
    assert.equal(moved.events, 3);
    const after = { ...stage, store: clickhouse };
    await compareAnswers(after, { random, project, keys: project.keys, span, keptFrom });
    await compareAnswers(after, { random, project: other, keys: other.keys, span });
    assert.deepEqual(await askEvents(after, project, { tests: true }), ownEvents);
    // ClickHouse has no times before 1900.
    assert.deepEqual(await askEvents(after, other), [
      { ...ancient, at: new Date(Date.UTC(1900, 0, 1)) },
    ]);
    assert.deepEqual(await db.selectFrom('events').selectAll().execute(), []);
    assert.equal((await clickhouse.rebuild()).corrected, 0);
    await assert.rejects(
      moveClicks(ch, db, () => undefined),
      /in ClickHouse already/,
    );
    await assert.rejects(assertClicksIn(db, 'postgresql'), /set CLICKS_URL/);
    // A server that has heard nothing of the move leaves its clicks in the journal.
    const late = clickRecords(drawClicks(random, other, { ...span, count: 5 }));
    const batch = batchOf(journal.id, journal.position(), late);
    assert.equal(await journal.target.load(batch), false);
  },
);

test('clicks move: a difference keeps the clicks in PostgreSQL', withClickHouse, async () => {
  const { db, stage, ch } = await openHistory();
  const project = await stage.addProject(1);
  const journal = await stage.openJournal();
  const random = createRandom(SEED + 32);
  const span = { from: Date.now() - DAY, to: Date.now() };
  await journal.load(clickRecords(drawClicks(random, project, { ...span, count: 20 })));
  let isSpoiled = false;
  await assert.rejects(
    moveClicks(ch, db, () => {
      if (!isSpoiled) throw new Error('Broken off');
    }),
    /Broken off/,
  );
  isSpoiled = true;
  await ch.run('ALTER TABLE clicks DELETE WHERE id = (SELECT min(id) FROM clicks)');
  await assert.rejects(
    moveClicks(ch, db, () => undefined),
    /The recount differs, and the clicks stay in PostgreSQL/,
  );
  assert.deepEqual(await db.selectFrom('deployment').select('clicks_in').executeTakeFirst(), {
    clicks_in: 'postgresql',
  });
});
