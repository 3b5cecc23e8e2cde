import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { prepareForClicks } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { encodeClick } from '#visits/clicks/facts/clickRecords.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { openJournal } from '#visits/journal/openJournal.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { openStage } from '../clickStore/openStage.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { clickOn } from '../support/callers/population.ts';
import { silentLog } from '../support/silentLog.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { openClickHouse, withClickHouse } from './openClickHouse.ts';

const CLICKS = 150_000;
const APPENDED_TOGETHER = 5_000;
const STEPS = ['claimed', 'inserting', 'inserted', 'committing', 'committed'] as const;
/** Of the loader; the engine dies so many times, too. */
const PLAN = [...STEPS, ...STEPS, ...STEPS];
const ENGINE_KILLS = 6;

/** Everything that ships a journal, on a ClickHouse that can be killed. */
async function openShipment() {
  const engine = await openClickHouse();
  const clicksUrl = await engine.newDatabase();
  const connectionString = await makeMigratedDatabase();
  const { db, pool } = endings.use(
    connect({ connectionString, log: silentLog, max: 4, name: 'test' }),
  );
  const address = readClickHouseUrl(clicksUrl);
  if (typeof address === 'string') throw new Error(address);
  const ch = endings.use(await connectClickHouse(address));
  await prepareForClicks(ch, db);
  const folder = await makeTestFolder();
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const store = openClickHouseClicks({ ch, pool, background: db });

  function ship(...plan: string[]) {
    return spawn(
      process.execPath,
      [join(import.meta.dirname, 'shipJournal.ts'), connectionString, clicksUrl, folder, ...plan],
      { stdio: 'inherit', env: { ...childEnvironment, NODE_NO_WARNINGS: '1' } },
    );
  }
  return { engine, ch, db, folder, stage: openStage({ db, store }), ship };
}

test(
  'clickhouse: kills of loader and engine at every step lose no click and count none twice',
  withClickHouse,
  async () => {
    const { engine, ch, db, folder, stage, ship } = await openShipment();
    const project = await stage.addProject(50);
    {
      await using journal = await openJournal({ folder, log: silentLog });
      for (let start = 0; start < CLICKS; start += APPENDED_TOGETHER) {
        const lines = Array.from({ length: APPENDED_TOGETHER }, (_, index) => {
          const key = project.keys[(start + index) % project.keys.length]!;
          return encodeClick(clickOn({ key, projectId: project.id }));
        });
        await Promise.all(lines.map((line) => journal.append(line)));
      }
    }
    const killed: string[] = [];
    for (const [index, step] of PLAN.entries()) {
      const loader = ship(step, String(1 + (index % 2)));
      const [, signal] = (await once(loader, 'exit')) as [number | null, string | null];
      if (signal === 'SIGKILL') killed.push(step);
    }
    assert.deepEqual(killed, PLAN);
    const loader = ship();
    const ended = once(loader, 'exit');
    for (let kill = 0; kill < ENGINE_KILLS; kill += 1) {
      const when = kill % 2 === 0 ? 'before' : 'after';
      await engine.dieAt({ when, at: /^INSERT INTO clicks/i });
      await engine.died();
      await engine.start();
    }
    assert.deepEqual(await ended, [0, null]);
    const [stored] = await ch.select<{ rows: number; ids: number }>(
      'SELECT count() AS rows, uniqExact(id) AS ids FROM clicks',
    );
    assert.deepEqual(stored, { rows: CLICKS, ids: CLICKS });
    const [rolledUp] = await ch.select<{ clicks: number }>(
      'SELECT sum(count) AS clicks FROM rollups WHERE dimension = 0',
    );
    assert.equal(rolledUp?.clicks, CLICKS);
    const counted = await db
      .selectFrom('link_counters')
      .select(({ fn }) => fn.sum<string>('clicks').as('clicks'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(counted.clicks), CLICKS);
    const totals = { clicks: CLICKS, corrected: 0 };
    assert.deepEqual(await stage.store.rebuild(), totals);
  },
);
