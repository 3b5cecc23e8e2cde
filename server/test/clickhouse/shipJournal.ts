import type { ClientBase } from 'pg';
import type { ClickHouse } from '#visits/clickhouse/connection/ClickHouse.ts';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import { createClickLedger } from '#visits/clicks/createClickLedger.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { openJournal } from '#visits/journal/openJournal.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { silentLog } from '../support/silentLog.ts';
import { pause } from '../support/pause.ts';

/**
 * A process that ships a journal to ClickHouse and ends once it is loaded, or kills itself at a step of a batch.
 *
 *     node shipJournal.ts DATABASE_URL CLICKS_URL FOLDER [STEP NTH]
 */
const [connectionString = '', clicksUrl = '', folder = '', step, nth = '1'] = process.argv.slice(2);
let left = Number(nth);

function dieAt(reached: string): void {
  if (reached !== step) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const address = readClickHouseUrl(clicksUrl);
if (typeof address === 'string') throw new Error(address);
await using connection = await connectClickHouse(address);
const ch: ClickHouse = {
  ...connection,
  async insert(insertion) {
    dieAt('claimed');
    const inserted = connection.insert(insertion);
    // The statement may reach ClickHouse after this process has gone.
    if (step === 'inserting') setImmediate(() => dieAt('inserting'));
    await inserted;
    dieAt('inserted');
  },
};
await using database = connect({ connectionString, log: silentLog, max: 4, name: 'ship journal' });
const { db, pool } = database;
pool.on('connect', (client: ClientBase) => {
  const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
  const watched = async (...values: unknown[]) => {
    if (values[0] === 'commit') dieAt('committing');
    const result = await query(...values);
    if (values[0] === 'commit') dieAt('committed');
    return result;
  };
  Object.assign(client, {
    query: (...values: unknown[]) =>
      typeof values.at(-1) === 'function' ? query(...values) : watched(...values),
  });
});
const clickStore = openClickHouseClicks({ ch, pool, background: db });
const journal = await openJournal({ folder, log: silentLog });
{
  await using ledger = createClickLedger({ journal, clickStore, log: silentLog });
  while (ledger.backlog().bytes > 0) {
    await ledger.loaded().catch(() => undefined);
    // While the store is away it refuses at once, and the loader's own pause would never end.
    await pause(20, 'between questions');
  }
}
