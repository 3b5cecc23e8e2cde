import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { gatherMetrics } from './adapters/clusterMetrics.ts';
import { gatherLoaded } from './journal/otherWorkers.ts';

interface Options {
  readonly count: number;
  /** Of the worker in a slot, counted from 1; a replacement takes the slot over. */
  readonly environment: (slot: number) => Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Milliseconds before a worker that died is replaced, so that a crash at start is no busy loop. */
const RESTART_PAUSE = 500;

export interface Workers extends AsyncDisposable {
  /** Resolves when as many workers as there should be have begun to listen. */
  readonly listening: Promise<void>;
}

/** Runs worker processes that share the port; replaces those that die, ends all when disposed. */
export function superviseWorkers({ count, environment, log }: Options): Workers {
  let ending = false;
  gatherMetrics();
  // Workers take connections themselves: one that the first process hands to a worker that dies or hangs
  // before it has it would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const slots = new Map<number, number>();
  const slotOf = (worker: Worker) => slots.get(worker.id) ?? 0;
  gatherLoaded(
    Array.from({ length: count }, (_, index) => index + 1),
    slotOf,
  );
  const start = (slot: number) => {
    if (!ending) slots.set(cluster.fork(environment(slot)).id, slot);
  };
  cluster.on('exit', (worker, code, signal) => {
    if (ending) return;
    log.error({ pid: worker.process.pid, code, signal }, 'A worker process died and is replaced');
    const slot = slotOf(worker);
    slots.delete(worker.id);
    setTimeout(start, RESTART_PAUSE, slot);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  let listened = 0;
  cluster.on('listening', () => {
    listened += 1;
    if (listened === count) resolve();
  });
  for (let slot = 1; slot <= count; slot += 1) start(slot);
  return {
    listening,
    async [Symbol.asyncDispose]() {
      ending = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(
        workers.map((worker) => {
          const gone = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          return gone;
        }),
      );
    },
  };
}
