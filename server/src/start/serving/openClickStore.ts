import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { openClickHouseClicks } from '#visits/clickhouse/openClickHouseClicks.ts';
import {
  assertClicksIn,
  prepareForClicks,
} from '#visits/clickhouse/connection/prepareClickHouse.ts';
import { prepareFirst } from '#visits/clickhouse/connection/prepareFirst.ts';
import type { ClickStore } from '#visits/numbers/ClickStore.ts';
import type { Config } from '#platform/config/config.ts';
import { isUnavailable, unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Database } from '#platform/db/schema.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { openPostgresClicks } from '#visits/postgres/openPostgresClicks.ts';

interface Options {
  readonly config: Pick<Config, 'clicksUrl'>;
  readonly pool: Pool;
  /** Looks single clicks up. */
  readonly groups: Pool;
  readonly db: Kysely<Database>;
  readonly background: Kysely<Database>;
  readonly log: Logger;
}

/**
 * The click store that CLICKS_URL names, or PostgreSQL. Throws if it must not be used; one that is away is prepared once it
 * answers, and clicks wait in the journal until then.
 */
export async function openClickStore(
  { config, pool, groups, db, background, log }: Options,
  stack: AsyncDisposableStack,
): Promise<ClickStore> {
  const address = config.clicksUrl && readClickHouseUrl(config.clicksUrl.reveal());
  if (typeof address !== 'object') {
    await unlessAway(assertClicksIn(db, 'postgresql'), undefined);
    return openPostgresClicks({ pool, groups, background, log });
  }
  const connection = stack.use(await connectClickHouse(address));
  const { ch, prepare } = prepareFirst(connection, async () => {
    await prepareForClicks(connection, db);
  });
  try {
    await prepare();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.warn(
      { err: error },
      'ClickHouse does not answer; clicks wait in the journal until it does',
    );
  }
  return openClickHouseClicks({ ch, pool, background });
}
