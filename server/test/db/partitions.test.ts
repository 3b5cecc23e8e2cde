import { deepEqual, equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '#platform/db/connections/connect.ts';
import type { Connection } from '#platform/db/connections/connect.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

suite('ensurePartitions', () => {
  test('creates partitions of clicks and opens for coming months, across years, once', async () => {
    await using connection = await openMigrated();
    const made = await ensurePartitions(connection.db, new Date('2026-11-21T12:00:00Z'), 3);
    deepEqual(made, [
      'clicks_2026_11',
      'opens_2026_11',
      'clicks_2026_12',
      'opens_2026_12',
      'clicks_2027_01',
      'opens_2027_01',
    ]);
    deepEqual(await ensurePartitions(connection.db, new Date('2026-11-01T00:00:00Z'), 3), []);
  });

  test('a click goes to the month of its id, to the millisecond', async () => {
    await using connection = await openMigrated();
    await ensurePartitions(connection.db, new Date('2026-11-01T00:00:00Z'), 2);
    await addClicks(connection, ['2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z']);
    await addClicks(connection, ['2026-12-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z']);
    deepEqual(await countByPartition(connection), {
      clicks_2026_11: 2,
      clicks_2026_12: 1,
      clicks_default: 1,
    });
  });

  test('moves rows of the default partition', async () => {
    await using connection = await openMigrated();
    await addClicks(connection, ['2026-11-05T00:00:00Z', '2026-11-06T00:00:00Z']);
    await addClicks(connection, ['2026-12-05T00:00:00Z']);
    await ensurePartitions(connection.db, new Date('2026-11-01T00:00:00Z'), 1);
    deepEqual(await countByPartition(connection), { clicks_2026_11: 2, clicks_default: 1 });
  });

  test('simultaneous processes create each partition once', async () => {
    await using connection = await openMigrated();
    const from = new Date('2026-01-01T00:00:00Z');
    const runs = await Promise.all(
      [1, 2, 3, 4].map(() => ensurePartitions(connection.db, from, 6)),
    );
    equal(runs.flat().length, 12);
    equal(new Set(runs.flat()).size, 12);
  });

  test('no click fails or is lost while its month is being created', async () => {
    await using connection = await openMigrated();
    const now = new Date();
    const done = new AbortController();
    const writers = [1, 2, 3].map(async () => {
      let written = 0;
      for (; !done.signal.aborted; written += 1) await addClicks(connection, [now.toISOString()]);
      return written;
    });
    await addClicks(connection, [now.toISOString()]);
    await ensurePartitions(connection.db, now, 1);
    done.abort();
    const written = 1 + (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    const month = `clicks_${now.toISOString().slice(0, 7).replace('-', '_')}`;
    deepEqual(await countByPartition(connection), { [month]: written });
  });

  test('waits for a long read of the default partition without blocking writers', async () => {
    await using connection = await openMigrated();
    const reader = await connection.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from clicks');
    const making = ensurePartitions(connection.db, new Date('2026-11-01T00:00:00Z'), 1);
    for (let round = 0; round < 5; round += 1)
      await addClicks(connection, ['2026-11-05T00:00:00Z']);
    await reader.query('commit');
    reader.release();
    await making;
    deepEqual(await countByPartition(connection), { clicks_2026_11: 5 });
  });
});

async function openMigrated(): Promise<Connection> {
  const connectionString = await makeMigratedDatabase();
  return connect({ connectionString, log: silentLog });
}

async function addClicks({ db }: Connection, times: string[]): Promise<void> {
  const clicks = times.map((time) => ({
    id: newId(Date.parse(time)),
    clicked_at: time,
    link_key: 1,
    project_number: 1,
    kind: 1,
    source: 0,
  }));
  await db.insertInto('clicks').values(clicks).execute();
}

async function countByPartition({ db }: Connection): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select tableoid::regclass::text as name, count(*) as n from clicks group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}
