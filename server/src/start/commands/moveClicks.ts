import type { Logger } from 'pino';
import { connectClickHouse } from '#visits/clickhouse/connection/connectClickHouse.ts';
import { forgetClicks as forget } from '#visits/clickhouse/move/forgetClicks.ts';
import { moveClicks as move } from '#visits/clickhouse/move/moveClicks.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { openMaintenance } from './openMaintenance.ts';

/** How often progress is told. */
const TOLD_EVERY_MS = 2_000;

/** `clicks move`: clicks and events from PostgreSQL into the ClickHouse of CLICKS_URL. */
export async function moveClicks(
  config: Config,
  log: Logger,
): Promise<Readonly<Record<string, unknown>>> {
  const address = config.clicksUrl && readClickHouseUrl(config.clicksUrl.reveal());
  if (typeof address !== 'object') {
    throw new ConfigError(['CLICKS_URL must name the ClickHouse database that the clicks go into']);
  }
  const began = Date.now();
  await using open = await openMaintenance(config, log);
  await using ch = await connectClickHouse(address);
  let toldAt = 0;
  const moved = await move(ch, open.db, (rows) => {
    if (Date.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = Date.now();
    log.info({ rows }, 'Copied clicks');
  });
  return { ...moved, seconds: Math.round((Date.now() - began) / 100) / 10 };
}

/** `clicks forget`: a ClickHouse that is lost need not come back. */
export async function forgetClicks(
  config: Config,
  log: Logger,
): Promise<Readonly<Record<string, unknown>>> {
  await using open = await openMaintenance(config, log);
  await forget(open.db);
  return { forgotten: true };
}
