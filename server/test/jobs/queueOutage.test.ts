import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '#platform/db/connections/connect.ts';
import { JOBS, type JobName } from '#platform/queue/jobNames.ts';
import { createQueue, type Work } from '#platform/queue/createQueue.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

/** What the queue says until many of its questions have failed. */
async function listSaid(outage: { readonly outageMs?: number }): Promise<string[]> {
  const relay = await openRelay(await makeMigratedDatabase());
  const { connectionString } = relay;
  await using connection = connect({ connectionString, log: silentLog, name: 'test' });
  const { pool } = connection;
  const said: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void said.push(message) };
  await using queue = await createQueue({ pool, log, works: true, ...outage });
  const names = Object.keys(JOBS) as JobName[];
  const nothing = async () => {};
  const work: unknown = Object.fromEntries(names.map((name) => [name, nothing]));
  await queue.work(work as Work);
  let failed = 0;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const counting = async (...given: unknown[]) => {
    try {
      return await query(...given);
    } catch (error) {
      failed += 1;
      throw error;
    }
  };
  pool.query = counting as typeof pool.query;
  const gone = relay.cut();
  await until('many questions have failed', () => failed >= 20);
  gone[Symbol.dispose]();
  return said;
}

test('while the database is away, the job queue says so once a minute', async () => {
  assert.deepEqual(await listSaid({ outageMs: 0 }), ['The job queue met an error and goes on']);
});

test('an outage that is soon over is no news', async () => {
  assert.deepEqual(await listSaid({ outageMs: 600_000 }), []);
});
