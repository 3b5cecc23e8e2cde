import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { isUnavailable, unlessAway } from '#platform/db/connections/isUnavailable.ts';
import { useDatabase } from '../support/database.ts';
import { openRelay } from '../support/outside/openRelay.ts';

test('isUnavailable is true for new, breaking and broken connections, false for query errors', async () => {
  const { connectionString, pool } = await useDatabase();
  const relay = await openRelay(connectionString);
  const client = new Client({ connectionString: relay.connectionString });
  client.on('error', () => {});
  await client.connect();
  const gone = relay.cut();
  const ask = () =>
    client.query('select 1').then(
      () => null,
      (error: unknown) => error,
    );
  for (const state of ['breaks', 'broken']) assert.ok(isUnavailable(await ask()), state);
  const late = new Client({ connectionString: relay.connectionString });
  late.on('error', () => {});
  assert.ok(
    isUnavailable(
      await late.connect().then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  assert.equal(
    await unlessAway(
      client.query('select 1').then(() => 'here'),
      'away',
    ),
    'away',
  );
  gone[Symbol.dispose]();
  await assert.rejects(unlessAway(pool.query('select nothing from nowhere'), null), /nowhere/);
});
