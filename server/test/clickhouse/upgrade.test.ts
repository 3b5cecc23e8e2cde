import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { prepareForClicks } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { viewOf } from '#visits/clickhouse/connection/schema.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { createRandom } from '#start/demo/random.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { startOfDay } from '#platform/lib/time.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { compareAnswers } from '../clickStore/compareAnswers.ts';
import { clickRecords, DAY, drawClicks } from '../clickStore/drawVisits.ts';
import { openStage } from '../clickStore/openStage.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { SEED } from '../support/run/seed.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

const KEPT_DAYS = 3;

/** What schema version 1 had in place of the view, with its numbers of the rows that are there now. */
const VERSION_1 = [
  `CREATE TABLE project_times (project_id UUID, at DateTime('UTC'), clicks UInt64, previews UInt64, bots UInt64,
    version UInt64) ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, at)`,
  `INSERT INTO project_times
    SELECT project_id, toStartOfFifteenMinutes(clicks.at) AS quarter, countIf(kind = 1), countIf(kind = 2), countIf(kind = 3), 1
    FROM clicks GROUP BY project_id, quarter`,
  `CREATE TABLE project_values (project_id UUID, hour DateTime('UTC'), dimension UInt8, value LowCardinality(String),
    clicks UInt64, version UInt64) ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, hour, dimension, value)`,
  `INSERT INTO project_values
    SELECT project_id, toStartOfHour(at) AS began, pair.1 AS counted, pair.2 AS word, count(), 1
    FROM clicks ARRAY JOIN if(kind = 1,
      [(1, toString(device)), (2, toString(os)), (3, toString(browser)), (4, toString(country)), (5, toString(app)),
       (6, toString(referrer)), (7, ['link', 'qr', 'app'][source + 1])], [(9, toString(app))]) AS pair
    WHERE kind IN (1, 2) GROUP BY project_id, began, counted, word`,
  `CREATE TABLE project_visitors (project_id UUID, day Date, visitors UInt64, version UInt64)
    ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, day)`,
  `INSERT INTO project_visitors
    SELECT project_id, toDate(at) AS met, uniqExact(visitor), 1 FROM clicks WHERE kind = 1 GROUP BY project_id, met`,
  `CREATE TABLE expired_values (slice UUID) ENGINE = MergeTree ORDER BY slice`,
];

test(
  'clickhouse: a database of the former schema keeps its rows and the numbers of expired days',
  withClickHouse,
  async () => {
    const connectionString = await makeMigratedDatabase();
    const options = { connectionString, log: silentLog, max: 8, name: 'click store' };
    const { db, pool } = endings.use(connect(options));
    const address = readClickHouseUrl(await (await useClickHouse()).newDatabase());
    if (typeof address === 'string') throw new Error(address);
    const ch = endings.use(await connectClickHouse(address));
    await prepareForClicks(ch, db);
    const store = openClickHouseClicks({ ch, pool, background: db });
    const stage = openStage({ db, store });
    const random = createRandom(SEED + 51);
    const project = await stage.addProject(2);
    const journal = await stage.openJournal();
    const span = { from: startOfDay(Date.now()) - 6 * DAY, to: Date.now() };
    await journal.load(clickRecords(drawClicks(random, project, { ...span, count: 200 })));

    for (const statement of VERSION_1) await ch.run(statement);
    await db.updateTable('projects').set({ click_retention_days: KEPT_DAYS }).execute();
    await store.expire(readPlans({}));
    const keptFrom = startOfDay(Date.now()) - KEPT_DAYS * DAY;
    stage.recount.expire(new Set(project.keys), keptFrom);
    await ch.run(`DROP VIEW ${viewOf(ch.place).name}`);
    await ch.run('DROP TABLE rollups');
    await ch.run(
      'INSERT INTO fairlead_schema (installation, version) SELECT installation, 1 FROM fairlead_schema',
    );
    await ch.run('ALTER TABLE fairlead_schema DELETE WHERE version = 2');
    // Something of a day that was not over.
    await ch.run('DELETE FROM project_times WHERE at >= today()');

    await prepareForClicks(ch, db);
    const questions = { random, project, keys: project.keys, span, keptFrom };
    await compareAnswers(stage, questions);
    await store.maintain();
    assert.deepEqual(await db.selectFrom('deployment').select('recount').execute(), [
      { recount: false },
    ]);
    await compareAnswers(stage, questions);
    const tables = await ch.select<{ name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    );
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['clicks', 'fairlead_schema', 'rollups', viewOf(ch.place).name],
    );
  },
);
