import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { lowestIdAt } from '../../lib/uuid.ts';
import type { Database } from '../schema.ts';
import { isSqlstate } from '../sqlstates.ts';

type Month = { name: string; low: string; high: string };

const PARTITIONED = [
  { table: 'clicks', key: 'id' },
  { table: 'opens', key: 'click_id' },
] as const;
/** Months of partitions to keep ready, including the current one. */
export const PARTITION_MONTHS = 3;
const LOCK = 'fairlead partitions';
const ATTEMPTS = 60;
const PAUSE_MS = 500;

/**
 * Creates the monthly partitions of clicks and opens for `months` UTC months, starting with that of
 * `from`, and returns the names of those it created. Rows already in the default partition are
 * moved. Any number of processes may do this at once.
 */
export async function ensurePartitions(
  db: Kysely<Database>,
  from: Date,
  months: number,
): Promise<string[]> {
  const made: string[] = [];
  for (let offset = 0; offset < months; offset += 1) {
    for (const { table, key } of PARTITIONED) {
      const month = describeMonth(table, from.getUTCFullYear(), from.getUTCMonth() + offset);
      if (await exists(db, month.name)) continue;
      if (await retryLocked(() => makePartition(db, table, key, month))) made.push(month.name);
    }
  }
  return made;
}

function describeMonth(table: string, year: number, month: number): Month {
  const start = new Date(Date.UTC(year, month));
  const end = Date.UTC(year, month + 1);
  return {
    name: `${table}_${start.toISOString().slice(0, 7).replace('-', '_')}`,
    low: lowestIdAt(start.getTime()),
    high: lowestIdAt(end),
  };
}

function makePartition(
  db: Kysely<Database>,
  table: string,
  key: string,
  month: Month,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(trx);
    if (await exists(trx, month.name)) return false;
    // Writers wait here for a moment: one that had already chosen the default partition would fail
    // on its new bounds. Reads continue; if a long one holds the default partition, we give up
    // instead of keeping writers waiting behind us.
    await sql`set local lock_timeout = '300ms'`.execute(trx);
    const parent = sql.table(table);
    const rest = sql.table(`${table}_default`);
    const partition = sql.table(month.name);
    await sql`lock table only ${parent} in share row exclusive mode`.execute(trx);
    await sql`lock table ${rest} in access exclusive mode`.execute(trx);
    await sql`create table ${partition} (like ${parent} including all)`.execute(trx);
    await sql`
      with moved as (
        delete from ${rest}
        where ${sql.ref(key)} >= ${month.low}::uuid and ${sql.ref(key)} < ${month.high}::uuid
        returning *
      )
      insert into ${partition} select * from moved`.execute(trx);
    await sql`
      alter table ${parent} attach partition ${partition}
      for values from (${sql.lit(month.low)}) to (${sql.lit(month.high)})`.execute(trx);
    return true;
  });
}

// Queries the catalog's rows: to_regclass may answer from a cache older than the lock.
async function exists(
  db: Kysely<Database> | Transaction<Database>,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows.length > 0;
}

async function retryLocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const locked = isSqlstate(error, 'lockNotAvailable');
      if (!locked || left === 0) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
