import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeServerProcess } from '../journal/ServerProcess.ts';
import { query } from '../support/embeddedDatabase.ts';
import { endings } from '../support/run/endings.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { openReplica } from '../support/outside/openReplica.ts';
import { until } from '../support/until.ts';
import { pause } from '../support/pause.ts';

const VISITORS = 8;

test('a failover to a lagging replica refuses no visitor and neither loses nor duplicates an answered click', async (t) => {
  const pair = await openReplica();
  const relay = await openRelay(pair.primary);
  const server = await makeServerProcess({}, () => Promise.resolve(relay.connectionString));
  await server.start();
  const countAt = async (connectionString: string) => {
    const [row] = await query<{ clicks: number }>(
      { connectionString },
      'select count(*)::int as clicks from clicks',
    );
    return row?.clicks ?? 0;
  };

  const answered: string[] = [];
  const ending = new AbortController();
  endings.defer(() => ending.abort());
  let refused = 0;
  let longest = 0;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!ending.signal.aborted) {
      const from = performance.now();
      const { id } = await server.visit();
      longest = Math.max(longest, performance.now() - from);
      if (id === undefined) refused += 1;
      else answered.push(id);
      await pause(5, 'between visitors');
    }
  });
  const reach = (more: number) => {
    const goal = answered.length + more;
    return until(`${more} more visits are answered`, () => answered.length >= goal);
  };

  await reach(200);
  await until('the replica has 100 clicks', async () => (await countAt(pair.replica)) >= 100);
  await pair.part();
  const kept = await countAt(pair.replica);
  await reach(400);
  // All of it is loaded, and the journal's position has moved, at the primary alone.
  await server.readStats();
  assert.ok((await countAt(pair.primary)) >= kept + 300);
  {
    using _gone = relay.cut();
    const since = performance.now();
    await reach(200);
    await pair.promote();
    relay.turnTo(pair.replica);
    t.diagnostic(`without a primary for ${Math.round(performance.now() - since)} ms`);
  }
  const back = performance.now();
  await reach(200);
  ending.abort();
  await Promise.all(visitors);
  await server.untilHealthy();
  const stats = await server.readStats();
  t.diagnostic(`numbers were exact again after ${Math.round(performance.now() - back)} ms`);
  t.diagnostic(`the visitor who waited longest waited ${Math.round(longest)} ms`);

  const rows = await query<{ id: string }>(
    { connectionString: pair.replica },
    'select id from clicks',
  );
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    answered.filter((id) => !stored.has(id)),
    [],
  );
  assert.equal(stored.size, rows.length);
  assert.equal(stats, rows.length);
  assert.equal(refused, 0);
});
