import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../ports/Log.ts';
import { processIdOf } from './askBackends.ts';
import type { Connection } from './connect.ts';
import { isUnavailable } from './isUnavailable.ts';
import type { Database } from '../schema.ts';
import { isSqlError } from '../sqlstates.ts';

/** Where numbers are read from. */
interface ReadSource {
  readonly db: Kysely<Database>;
  /**
   * The time on the primary's clock before which everything is in `db`; undefined on the primary, whose own clock
   * applies.
   */
  readonly now: Date | undefined;
}

/** Reads from a replica if one has caught up closely enough, else from the primary (ADR 27). */
export interface Reader {
  /**
   * Runs read-only work that sees everything committed before the call. It may start on the replica and be run again on
   * the primary.
   */
  read<T>(work: (source: ReadSource) => Promise<T>): Promise<T>;
  /** How many reads the replica and the primary have answered. */
  counts(): { readonly replica: number; readonly primary: number };
}

interface Options {
  /** `db` answers what the replica does not; `pool` says how far the replica has to be. */
  readonly primary: { readonly db: Kysely<Database>; readonly pool: Pool };
  /** Undefined: there is none. Disposed of with the reader. */
  readonly replica: Connection | undefined;
  readonly log: Log;
}

/** How far behind a replica may be, which is also how long a reader waits for it. */
const MAX_BEHIND_MS = 1_000;
const LOOK_MS = 10;
/** How long a replica that was behind or gone is not asked again. */
const AVOID_MS = 5_000;

export function openReader({ primary, replica, log }: Options): Reader & AsyncDisposable {
  const counts = { replica: 0, primary: 0 };
  let avoidUntil = -Infinity;

  function avoid(reason: unknown): undefined {
    if (performance.now() < avoidUntil) return;
    avoidUntil = performance.now() + AVOID_MS;
    log.warn({ reason: String(reason) }, 'The replica is not read from; the primary is');
  }

  /** Undefined if the replica cannot answer. */
  async function readReplica<T>(
    { db, pool }: Connection,
    work: (source: ReadSource) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const { now, position } = await findPosition(primary.pool);
    try {
      await untilReplayed(pool, position);
    } catch (error) {
      return avoid(error);
    }
    try {
      return { result: await work({ db, now }) };
    } catch (error) {
      // What else goes wrong in the work would go wrong on the primary too.
      if (!isSqlError(error) && !isUnavailable(error)) throw error;
      return avoid(error);
    }
  }

  return {
    async read(work) {
      if (replica && performance.now() >= avoidUntil) {
        const answer = await readReplica(replica, work);
        if (answer) {
          counts.replica += 1;
          return answer.result;
        }
      }
      counts.primary += 1;
      return work({ db: primary.db, now: undefined });
    },
    counts: () => counts,
    async [Symbol.asyncDispose]() {
      await replica?.[Symbol.asyncDispose]();
    },
  };
}

/** Everything committed before this time is before this position in the primary's log. */
async function findPosition(pool: Pool): Promise<{ now: Date; position: string }> {
  const { rows } = await pool.query<{ now: Date; position: string }>(
    'select now() as now, pg_current_wal_flush_lsn()::text as position',
  );
  return rows[0]!;
}

/** Throws if that takes too long, or if the other end is not a replica or is a pooler. */
async function untilReplayed(pool: Pool, position: string): Promise<void> {
  const end = performance.now() + MAX_BEHIND_MS;
  const client = await pool.connect();
  try {
    while (!(await isReplayed(client, position))) {
      if (performance.now() > end) throw new Error('It is more than a second behind');
      await sleep(LOOK_MS);
    }
  } finally {
    client.release();
  }
}

async function isReplayed(client: PoolClient, position: string): Promise<boolean> {
  const { rows } = await client.query<{ replayed: boolean | null; process: number }>({
    name: 'is-replayed',
    text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed, pg_backend_pid() as process',
    values: [position],
  });
  const { replayed, process } = rows[0]!;
  if (process !== processIdOf(client)) throw new Error('DATABASE_READ_URL leads to a pooler');
  if (replayed === null) throw new Error('DATABASE_READ_URL leads to no replica');
  return replayed;
}
