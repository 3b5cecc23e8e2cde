import { connect } from '#platform/db/connections/connect.ts';
import { openPostgresClicks } from '#visits/postgres/openPostgresClicks.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';
import { testClickStore } from './testClickStore.ts';

testClickStore('PostgreSQL', async () => {
  const connectionString = await makeMigratedDatabase();
  const { db, pool } = endings.use(
    connect({ connectionString, log: silentLog, max: 8, name: 'click store' }),
  );
  const options = { pool, groups: pool, background: db, log: silentLog, busyClicks: 100 };
  return { db, store: openPostgresClicks(options) };
});
