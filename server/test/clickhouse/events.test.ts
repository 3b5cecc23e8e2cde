import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { prepareForClicks } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { openPostgresClicks } from '#visits/postgres/openPostgresClicks.ts';
import { HOUR } from '../clickStore/drawVisits.ts';
import { askEvents, eventsRecord, forgetAll, newEvent } from '../clickStore/openEvents.ts';
import { openStage } from '../clickStore/openStage.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

async function openStores() {
  const connectionString = await makeMigratedDatabase();
  const { db, pool } = endings.use(
    connect({ connectionString, log: silentLog, max: 8, name: 'events' }),
  );
  const address = readClickHouseUrl(await (await useClickHouse()).newDatabase());
  if (typeof address === 'string') throw new Error(address);
  const ch = endings.use(await connectClickHouse(address));
  const before = openPostgresClicks({ pool, groups: pool, background: db, log: silentLog });
  return { db, ch, before, store: openClickHouseClicks({ ch, pool, background: db }) };
}

const PERSON = { installation: 'i', customerId: 'c', transactionId: 't', items: [{ sku: 'x' }] };

test(
  'clickhouse: a deployment whose events are in PostgreSQL gets the table, and they move there',
  withClickHouse,
  async () => {
    const { db, ch, before, store } = await openStores();
    const stage = openStage({ db, store: before });
    const [project, gone] = [await stage.addProject(1), await stage.addProject(1)];
    const at = Date.now() - HOUR;
    const events = [
      newEvent('a', { ...PERSON, at, amount: 10 ** 12, currency: 'EUR', saidAt: at }),
      newEvent('b', { at, properties: { key: '"\\' }, test: true }),
      newEvent('c', { ...PERSON, at }),
    ];
    const journal = await stage.openJournal();
    await journal.load([eventsRecord(project, events), eventsRecord(gone, events)]);
    await forgetAll(stage, project, { c: project.keys[0]! });
    const expected = await askEvents(stage, project, { tests: true });
    await db.deleteFrom('projects').where('id', '=', gone.id).execute();
    await prepareForClicks(ch, db);
    await ch.run('DROP TABLE events');
    await prepareForClicks(ch, db);
    for (let time = 0; time < 2; time += 1) {
      await store.maintain();
      assert.deepEqual(await askEvents({ db, store }, project, { tests: true }), expected);
    }
    assert.deepEqual(await db.selectFrom('events').selectAll().execute(), []);
    assert.deepEqual(
      await ch.select('SELECT event_id, properties FROM events WHERE properties IS NOT NULL'),
      [{ event_id: 'b', properties: JSON.stringify({ key: '"\\' }) }],
    );
    // Sent again meanwhile.
    const later = await openStage({ db, store }).openJournal();
    await later.load([eventsRecord(project, events)]);
    assert.deepEqual(await askEvents({ db, store }, project, { tests: true }), expected);
  },
);

test(
  'clickhouse: nothing of forgotten people is left on the disk, nor of copies that come later',
  withClickHouse,
  async () => {
    const { db, ch, store } = await openStores();
    await prepareForClicks(ch, db);
    const stage = openStage({ db, store });
    const project = await stage.addProject(1);
    const record = eventsRecord(project, [newEvent('a', PERSON), newEvent('b', { test: true })]);
    const load = async () => (await stage.openJournal()).load([record]);
    const named = async () => {
      const found = await ch.select<{ n: number }>(
        'SELECT count() AS n FROM events WHERE coalesce(installation, customer_id, transaction_id, items) IS NOT NULL',
      );
      return found[0]?.n;
    };
    await load();
    await load();
    await forgetAll(stage, project, { a: null });
    assert.equal(await named(), 0);
    await load();
    await store.events.expire(readPlans({}));
    assert.equal(await named(), 0);
    const events = await askEvents(stage, project, { tests: true });
    assert.deepEqual(
      events.map(({ event_id: id }) => id),
      ['a', 'b'],
    );
  },
);

test(
  'clickhouse: the copy received first wins, whichever is loaded first',
  withClickHouse,
  async () => {
    const { db, ch, store } = await openStores();
    await prepareForClicks(ch, db);
    const stage = openStage({ db, store });
    const project = await stage.addProject(1);
    for (const [name, receivedAt] of [
      ['second', 2],
      ['first', 1],
      ['third', 3],
    ] as const) {
      const journal = await stage.openJournal();
      await journal.load([eventsRecord(project, [newEvent('a', { name })], HOUR + receivedAt)]);
    }
    assert.equal((await askEvents(stage, project))[0]?.name, 'first');
  },
);
