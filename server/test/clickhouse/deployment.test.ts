import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { forgetClicks } from '#visits/clickhouse/move/forgetClicks.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { prepareForClicks } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { createRandom } from '#start/demo/random.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { clickRecords, DAY, drawClicks } from '../clickStore/drawVisits.ts';
import { openStage } from '../clickStore/openStage.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { SEED } from '../support/run/seed.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

const CLICKS = 300;

async function openDatabase() {
  const url = await (await useClickHouse()).newDatabase();
  return { url, ch: await connectTo(url) };
}

async function connectTo(url: string) {
  const address = readClickHouseUrl(url);
  if (typeof address === 'string') throw new Error(address);
  return endings.use(await connectClickHouse(address));
}

async function openDeployment() {
  const connectionString = await makeMigratedDatabase();
  const options = { connectionString, log: silentLog, max: 8, name: 'fairlead command' };
  return endings.use(connect(options));
}

test(
  'a deployment with clicks in ClickHouse refuses an empty database, and makes no tables there',
  withClickHouse,
  async () => {
    const { db } = await openDeployment();
    const [own, empty] = [await openDatabase(), await openDatabase()];
    await prepareForClicks(own.ch, db);
    await prepareForClicks(own.ch, db);
    await assert.rejects(prepareForClicks(empty.ch, db), /no tables of Fairlead.*clicks forget/);
    const tables = await empty.ch.select(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    );
    assert.deepEqual(tables, []);

    await forgetClicks(db);
    await prepareForClicks(empty.ch, db);
    await assert.rejects(
      forgetClicks(db).then(() => forgetClicks(db)),
      /not in ClickHouse/,
    );
  },
);

test('a first start that was broken off begins again', withClickHouse, async () => {
  const { db } = await openDeployment();
  const { ch } = await openDatabase();
  let statements = 0;
  const breaking = {
    ...ch,
    run: async (...asked: Parameters<typeof ch.run>) => {
      statements += 1;
      if (statements > 1) throw new Error('Broken off');
      await ch.run(...asked);
    },
  };
  await assert.rejects(prepareForClicks(breaking, db), /Broken off/);
  await prepareForClicks(ch, db);
});

test('a wrong password is said in a sentence that names CLICKS_URL', withClickHouse, async () => {
  const { db } = await openDeployment();
  const url = new URL((await openDatabase()).url.replace(/^clickhouse:/, 'http:'));
  url.password = 'wrong';
  const ch = await connectTo(url.href.replace(/^http:/, 'clickhouse:'));
  await assert.rejects(prepareForClicks(ch, db), {
    name: 'UnsafeClickHouse',
    message: /refuses CLICKS_URL; check its user, password/,
  });
});

test('rebuild refuses to lower the totals by clicks that are missing', withClickHouse, async () => {
  const { db, pool } = await openDeployment();
  const { ch } = await openDatabase();
  await prepareForClicks(ch, db);
  const store = openClickHouseClicks({ ch, pool, background: db });
  const stage = openStage({ db, store });
  const project = await stage.addProject(2);
  const journal = await stage.openJournal();
  const span = { from: Date.now() - DAY, to: Date.now() };
  const clicks = drawClicks(createRandom(SEED + 41), project, { ...span, count: CLICKS });
  await journal.load(clickRecords(clicks));
  const sum = async () => {
    const { rows } = await pool.query<{ sum: string }>(
      'select sum(clicks + previews + bots)::text as sum from link_counters',
    );
    return Number(rows[0]?.sum);
  };
  assert.equal(await sum(), CLICKS);
  await ch.run('TRUNCATE TABLE clicks');
  await assert.rejects(store.rebuild(), /nothing was changed/);
  assert.equal(await sum(), CLICKS);
  await store.rebuild({ mayLower: true });
  assert.equal((await sum()) || 0, 0);
});
