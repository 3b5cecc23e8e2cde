import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { prepareForClicks } from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { testClickStore } from '../clickStore/testClickStore.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

if (!('skip' in withClickHouse)) {
  testClickStore('ClickHouse', async () => {
    const connectionString = await makeMigratedDatabase();
    const { db, pool } = endings.use(
      connect({ connectionString, log: silentLog, max: 8, name: 'click store' }),
    );
    const address = readClickHouseUrl(await (await useClickHouse()).newDatabase());
    if (typeof address === 'string') throw new Error(address);
    const ch = endings.use(await connectClickHouse(address));
    await prepareForClicks(ch, db);
    return { db, store: openClickHouseClicks({ ch, pool, background: db }) };
  });
}
