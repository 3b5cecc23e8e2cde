import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseAddress } from '#platform/config/readClickHouseUrl.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { CLUSTER_SETTINGS, INSERT_SETTINGS, READ_SETTINGS, RUN_SETTINGS } from './settings.ts';

/** Longer than the longest statement, a mutation that waits until rows are gone. */
const REQUEST_TIMEOUT_MS = 600_000;

/** The client takes memory and time to load, so it is loaded only where clicks are in ClickHouse. */
export async function connectClickHouse(address: ClickHouseAddress): Promise<ClickHouse> {
  const { createClient, ClickHouseError, ClickHouseLogLevel } = await import('@clickhouse/client');
  const { url, username, password, database, cluster } = address;
  const client = createClient({
    url,
    username,
    password,
    database,
    application: 'fairlead',
    request_timeout: REQUEST_TIMEOUT_MS,
    keep_alive: { idle_socket_ttl: 2_500 },
    // What fails is logged by whoever asked.
    log: { level: ClickHouseLogLevel.OFF },
  });

  /** Tells an error of a statement from a server that does not answer. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ClickHouseError) throw error;
      const message = 'The click store does not answer';
      const problem = new Problem('UNAVAILABLE', message, { 'retry-after': '5' });
      throw Object.assign(problem, { cause: error });
    }
  }

  const ask = (text: string) =>
    client.query({ query: text, format: 'JSONEachRow', clickhouse_settings: READ_SETTINGS });
  const change = (settings: ClickHouseSettings): ClickHouseSettings =>
    cluster === undefined ? settings : { ...settings, ...CLUSTER_SETTINGS };
  return {
    place: { database, cluster },
    select: (text) => attempt(async () => (await ask(text)).json()),
    async *stream<Row>(text: string) {
      const result = await attempt(() => ask(text));
      for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json<Row>());
    },
    run: (text) =>
      attempt(async () => {
        await client.command({ query: text, clickhouse_settings: change(RUN_SETTINGS) });
      }),
    insert: ({ table, columns, rows, token }) =>
      attempt(async () => {
        await client.insert({
          table,
          columns: [...columns] as [string, ...string[]],
          values: [...rows],
          format: 'JSONCompactEachRow',
          clickhouse_settings: change({ ...INSERT_SETTINGS, insert_deduplication_token: token }),
        });
      }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
