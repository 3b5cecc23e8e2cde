import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { lowestIdAt } from '../lib/uuid.ts';

/** Clicks in the last two seconds from which on visitors would feel a core that is taken away. */
const MANY_CLICKS = 1000;
const LOOK_BACK_MS = 2000;
/** As long as the work between two rests takes, so that half of a core is left. */
const REST_SECONDS = 0.004;

/** SQL: a condition that holds for every row, and rests for a moment after so many rows on average. */
export type StandBack = (rows: number) => string;

/**
 * How a long query makes room for redirects: not at all while there are few of them, on whatever node;
 * else by resting between rows, since no database has priorities.
 */
export async function findStandBack(trx: Transaction<Database>): Promise<StandBack> {
  const { rows } = await sql<{ clicks: number }>`
    select count(*) as clicks from (
      select from clicks where id >= ${lowestIdAt(Date.now() - LOOK_BACK_MS)}::uuid
      limit ${MANY_CLICKS}
    ) as recent`.execute(trx);
  if ((rows[0]?.clicks ?? 0) < MANY_CLICKS) return () => 'true';
  return (between) => `(random() >= ${1 / between} or pg_sleep(${REST_SECONDS})::text is not null)`;
}
