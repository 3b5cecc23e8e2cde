import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { activeSessionOf } from '#apps/sessions/writeSessions.ts';
import { makeMigratedDatabase } from '../support/database.ts';

test('the active session is found by its installation, even by a plan made while there were none', async () => {
  const client = new Client({ connectionString: await makeMigratedDatabase() });
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare find(uuid) as select ${activeSessionOf('$1')}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute find('00000000-0000-0000-0000-000000000000')`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index Cond: \(installation_id = \$1\)/, plan);
  } finally {
    await client.end();
  }
});
