import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ClickHouse } from '#visits/clickhouse/connection/ClickHouse.ts';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { prepareClickHouse } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { DIMENSIONS, NOTHING_KNOWN, TIMES, VISITORS } from '#visits/clicks/facts/Click.ts';
import { insertClicks, type StoredClick } from '#visits/clickhouse/rowsOfClicks.ts';
import {
  addColumn,
  createTable,
  localName,
  onCluster,
  TABLES,
  viewOf,
} from '#visits/clickhouse/connection/schema.ts';
import { connect as connectPostgres } from '#platform/db/connections/connect.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

const DAY_MS = 24 * 3600 * 1000;
const DAY = Date.UTC(2026, 2, 4);

async function openDatabase() {
  const url = await (await useClickHouse()).newDatabase();
  const connectionString = await makeMigratedDatabase();
  const options = { connectionString, log: silentLog, max: 2, name: 'statements' };
  const { db } = endings.use(connectPostgres(options));
  const ch = await connect(url);
  const installation = randomUUID();
  const prepare = (id = installation) => prepareClickHouse(ch, db, { id, mayChoose: true });
  const isRecounting = async () =>
    (await db.selectFrom('deployment').select('recount').executeTakeFirstOrThrow()).recount;
  return { ch, db, url, prepare, isRecounting };
}

async function connect(url: string): Promise<ClickHouse> {
  const address = readClickHouseUrl(url);
  if (typeof address === 'string') throw new Error(address);
  return endings.use(await connectClickHouse(address));
}

function click(projectId: string, at: number): StoredClick {
  return {
    id: newId(at),
    projectId,
    linkKey: 7,
    kind: 'click',
    source: 'qr',
    ...NOTHING_KNOWN,
    device: 'mobile',
    os: 'iOS',
    country: 'DE',
    referrer: 'ä.example',
    visitor: '-9223372036854775808',
  };
}

/** Rows, and what is rolled up of them. */
async function count(ch: ClickHouse) {
  const [row] = await ch.select<{ rows: number; rolledUp: number; visitors: number }>(`
    SELECT (SELECT count() FROM clicks) AS rows,
           (SELECT sum(count) FROM rollups WHERE dimension = 0) AS rolledUp,
           (SELECT uniqExactMerge(visitors) FROM rollups WHERE dimension = 8) AS visitors`);
  return row;
}

test(
  'clickhouse: clicks inserted twice under one token are stored and rolled up once',
  withClickHouse,
  async () => {
    const { ch, prepare } = await openDatabase();
    await prepare();
    const projectId = randomUUID();
    // Of two partitions.
    const clicks = [click(projectId, DAY), click(projectId, DAY + 30 * DAY_MS)];
    for (let time = 0; time < 3; time += 1) await insertClicks(ch, clicks, 'a:0:9');
    assert.deepEqual(await count(ch), { rows: 2, rolledUp: 2, visitors: 1 });
    const values = await ch.select<{ dimension: number; value: string; n: number }>(
      'SELECT dimension, toString(value) AS value, sum(count) AS n FROM rollups GROUP BY ALL ORDER BY dimension',
    );
    const known = click(projectId, DAY);
    const byFact = Object.values(DIMENSIONS)
      .filter(({ kind }) => kind === known.kind)
      .map(({ number, field }) => [number, known[field] ?? '', 2]);
    assert.deepEqual(
      values.map(({ dimension, value, n }) => [dimension, value, n]),
      [[TIMES, '1', 2], [VISITORS, '', 0], ...byFact].toSorted(
        (a, b) => Number(a[0]) - Number(b[0]),
      ),
    );
  },
);

test(
  'clickhouse: an insert that broke off before the view is completed by its repetition',
  withClickHouse,
  async () => {
    const { ch, prepare } = await openDatabase();
    await prepare();
    const projectId = randomUUID();
    const clicks = [click(projectId, DAY), click(projectId, DAY + 1)];
    const view = viewOf(ch.place);
    await ch.run(`DROP VIEW ${view.name}`);
    await insertClicks(ch, clicks, 'a:0:9');
    assert.deepEqual(await count(ch), { rows: 2, rolledUp: 0, visitors: 0 });
    await ch.run(view.create);
    for (let time = 0; time < 2; time += 1) await insertClicks(ch, clicks, 'a:0:9');
    assert.deepEqual(await count(ch), { rows: 2, rolledUp: 2, visitors: 1 });
  },
);

test(
  'clickhouse: a field that clicks have since gets a column and another view, and a recount',
  withClickHouse,
  async () => {
    const { ch, prepare, isRecounting } = await openDatabase();
    await prepare();
    assert.equal(await isRecounting(), false);
    await ch.run(`DROP VIEW ${viewOf(ch.place).name}`);
    await ch.run('ALTER TABLE clicks DROP COLUMN referrer');
    await ch.run(
      `CREATE MATERIALIZED VIEW rollups_by_former TO rollups AS SELECT project_id, toUInt8(0) AS dimension, count() AS count FROM clicks GROUP BY project_id`,
    );
    await ch.run(
      `INSERT INTO clicks (project_id, at, id) VALUES (generateUUIDv4(), now64(3), generateUUIDv7())`,
    );
    await prepare();
    assert.equal(await isRecounting(), true);
    const views = await ch.select<{ name: string }>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'rollups_by_%'`,
    );
    assert.deepEqual(views, [{ name: viewOf(ch.place).name }]);
    await insertClicks(ch, [click(randomUUID(), DAY)], 'a:0:9');
    const referrers = await ch.select('SELECT referrer FROM clicks ORDER BY referrer');
    assert.deepEqual(referrers, [{ referrer: '' }, { referrer: 'ä.example' }]);
  },
);

test(
  'clickhouse: an unsafe or foreign database is refused with the cure',
  withClickHouse,
  async () => {
    const { ch, url, prepare } = await openDatabase();
    await prepare();
    await prepare();
    await assert.rejects(prepare(randomUUID()), /belongs to another installation/);
    await ch.run('ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 0');
    await assert.rejects(
      prepare(),
      /run: ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 1$/,
    );
    await ch.run('ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 1');
    await prepare();
    await ch.run('DROP TABLE rollups');
    await assert.rejects(prepare(), /table rollups is missing.*restore it from a backup/);
    const stranger = await connect(url.replace(/:[^:@]+@/, ':wrong@'));
    await assert.rejects(stranger.select('SELECT 1'), /Authentication failed/);
    const nobody = await connect('clickhouse://a:b@127.0.0.1:1/c');
    await assert.rejects(nobody.select('SELECT 1'), { code: 'UNAVAILABLE' });
  },
);

test(
  'clickhouse: the tables of a cluster are statements that ClickHouse can read',
  withClickHouse,
  async () => {
    const ch = await connect(await (await useClickHouse()).newDatabase());
    const place = { database: 'fairlead', cluster: 'main' };
    const made = [
      ...TABLES.flatMap((table) => createTable(table, place, randomUUID())),
      viewOf(place).create,
      ...addColumn(TABLES[2], ['scheme', 'UInt8'], place),
      `ALTER TABLE ${localName('clicks', place)}${onCluster(place)} DELETE WHERE project_id = generateUUIDv4()`,
    ];
    for (const query of made) {
      const quoted = query.replaceAll(/[\\']/g, '\\$&');
      const [row] = await ch.select<{ text: string }>(`SELECT formatQuery('${quoted}') AS text`);
      assert.match(row!.text, /ON CLUSTER main/);
    }
    const replicated = made.filter((text) =>
      /Replicated(Aggregating|Replacing)?MergeTree/.test(text),
    );
    assert.equal(replicated.length, 3);
  },
);
