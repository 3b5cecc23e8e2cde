import type { Pool } from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '../db/Db.ts';
import { isUnavailable } from '../db/connections/isUnavailable.ts';
import { keepTrying } from '../db/connections/keepTrying.ts';
import type { Log } from '../ports/Log.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { JOBS, type JobData, type JobName, SCHEDULES } from './jobNames.ts';

/** Jobs that survive the process (pg-boss, in the same database). */
export interface Queue extends AsyncDisposable {
  /** Inside a transaction the job exists when, and only when, the transaction commits. */
  send<N extends JobName>(db: Db, name: N, data: JobData[N]): Promise<void>;
  /** Runs jobs in this process until the queue is disposed, one of each kind at a time. */
  work(work: Work): Promise<void>;
}

/** That of a link node, which has no jobs and may not see those of others. */
export const closedQueue: Queue = {
  send: () => Promise.reject(new Error('A link node has no jobs')),
  async work() {},
  async [Symbol.asyncDispose]() {},
};

/** The work for each job; one that throws is retried as `JOBS` specifies. */
export type Work = { readonly [N in JobName]: (data: JobData[N]) => Promise<void> };

interface Options {
  readonly pool: Pool;
  readonly log: Log;
  /** Whether this process also runs jobs, monitors those of others and maintains the schedules. */
  readonly works: boolean;
  /** Resolves when the database, which is down, is back. */
  readonly away?: Promise<void> | undefined;
  /** What is over sooner is no outage. Milliseconds. */
  readonly outageMs?: number;
}

/** Seconds between checks for jobs whose worker is gone; with the heartbeat, the delay after a kill. */
const WATCH_SECONDS = 5;
const STOP_MS = 20_000;
const OUTAGE_MS = 10_000;
/** An export is picked up within a second (Rule: exports). */
const POLL_SECONDS = 0.5;

/**
 * Opens the queue; the first process to do so creates its tables, under the queue's own lock. While the database is
 * down this does not wait for it; users of the queue do.
 */
export async function createQueue(options: Options): Promise<Queue> {
  const { pool, log, works, away, outageMs = OUTAGE_MS } = options;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    monitorVacuum: false,
  });
  let stopping = false;
  const complain = limitOutages(outageMs, (error) => {
    log.warn({ err: error }, 'The job queue met an error and goes on');
  });
  boss.on('error', (error) => {
    if (!stopping) complain(error);
  });

  async function start(): Promise<void> {
    try {
      await open();
    } catch (error) {
      // Its timers would go on, and keep a process that has failed.
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  async function open(): Promise<void> {
    await boss.start();
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const [name, options] of Object.entries(JOBS)) {
      if (!known.has(name)) await boss.createQueue(name, options);
    }
    if (works) for (const [name, cron] of SCHEDULES) await boss.schedule(name, cron);
  }

  let hasStarted = false;
  const started = (away ? away.then(() => keepTrying(start)) : start()).then(() => {
    hasStarted = true;
  });
  if (away) started.catch((error: unknown) => log.error({ err: error }, 'The job queue is shut'));
  else await started;
  return {
    async work(work) {
      await started;
      for (const name of Object.keys(JOBS) as JobName[]) {
        const run = logFailures(log, name, work[name] as (data: unknown) => Promise<void>);
        await keepTrying(() => boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, run));
      }
    },
    async send(db, name, data) {
      await started;
      await boss.send(name, data, { db: fromKysely(db) });
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      if (hasStarted) await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

/** The queue does not log why a job failed. */
function logFailures(log: Log, name: JobName, run: (data: unknown) => Promise<void>) {
  return async ([job]: readonly { readonly data: unknown }[]): Promise<void> => {
    if (!job) return;
    try {
      await run(job.data);
    } catch (error) {
      const details = { err: error, job: name, data: job.data };
      log.warn(details, 'A job failed; the queue tries it again as often as it may');
      throw error;
    }
  };
}

/**
 * While the database is away, every queue fails twice a second: one error a minute tells of that. On a busy machine one is too late for
 * a connection now and then, which nobody has to know.
 */
function limitOutages(outageMs: number, tell: (error: unknown) => void): (error: unknown) => void {
  let [since, last, toldAt] = [-Infinity, -Infinity, -Infinity];
  return (error) => {
    if (isUnavailable(error)) {
      const now = performance.now();
      if (now - last > outageMs) since = now;
      last = now;
      if (now - since < outageMs || now - toldAt < MINUTE_MS) return;
      toldAt = now;
    }
    tell(error);
  };
}
