import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Throttle } from '../numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';

/** Clicks in the last two seconds from which on visitors would feel a core that is taken away. */
const MANY_CLICKS = 1000;
const LOOK_BACK_MS = 2000;
/** Two or three times as long as the work between two rests. */
const REST_MS = 8;

const NOT_AT_ALL: Throttle = { afterRows: () => 'true', rest: () => nextTurn() };
const BY_RESTING: Throttle = {
  afterRows: (rows) => `(random() >= ${1 / rows} or pg_sleep(${REST_MS / 1000})::text is not null)`,
  rest: () => sleep(REST_MS),
};

/**
 * Not at all while there are few redirects, on whatever node; else by resting between rows, since a
 * database has no priorities.
 */
export async function findThrottle(trx: Transaction<Database>): Promise<Throttle> {
  const { rows } = await sql<{ clicks: number }>`
    select count(*) as clicks from (
      select from clicks where id >= ${lowestIdAt(Date.now() - LOOK_BACK_MS)}::uuid
      limit ${MANY_CLICKS}
    ) as recent`.execute(trx);
  return (rows[0]?.clicks ?? 0) < MANY_CLICKS ? NOT_AT_ALL : BY_RESTING;
}
