import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { gatherMetrics } from '#platform/adapters/clusterMetrics.ts';
import { serveClickTallies } from '#visits/clicks/clickTallies.ts';
import type { ClickLedger } from '#visits/clicks/createClickLedger.ts';
import { gatherLoaded } from '#visits/journal/otherWorkers.ts';

interface Options {
  readonly count: number;
  /** Of the worker in a slot, numbered from 1; a replacement takes over the slot. */
  readonly environment: (slot: number) => Readonly<Record<string, string>>;
  /** Loads what a dead worker has left in its slot's journal; false if that is not possible at the moment. */
  readonly loadLeft: (slot: number) => Promise<boolean>;
  /** Of this process, once it is open. */
  readonly ledger: Promise<Pick<ClickLedger, 'loaded'>>;
  readonly log: Logger;
}

/** Milliseconds before a dead worker is replaced, so that a crash at startup does not become a busy loop. */
const RESTART_PAUSE = 500;

interface Message {
  readonly fairlead: 'listening';
}

export interface Workers extends AsyncDisposable {
  /** Resolves when the expected number of workers is listening. */
  readonly listening: Promise<void>;
  /** Rejects when a worker could not start while no other one was listening. */
  readonly failed: Promise<never>;
}

/** In a worker. */
export function tellListening(): void {
  process.send?.({ fairlead: 'listening' } satisfies Message);
}

/** Runs worker processes that share the port; replaces those that die, ends all when disposed. */
export function superviseWorkers({ count, environment, loadLeft, ledger, log }: Options): Workers {
  let ending = false;
  gatherMetrics();
  serveClickTallies();
  // Workers accept connections themselves: a connection that the first process hands to a worker that
  // dies or hangs first would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const slots = new Map<number, number>();
  const serving = new Set<number>();
  const slotOf = (worker: Worker) => slots.get(worker.id) ?? 0;
  const journals = gatherLoaded({
    slots: Array.from({ length: count }, (_, index) => index + 1),
    slotOf,
    ledger,
  });
  const start = (slot: number) => {
    if (!ending) slots.set(cluster.fork(environment(slot)).id, slot);
  };
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  cluster.on('exit', (worker, code, signal) => {
    if (ending) return;
    const hasServed = serving.delete(worker.id);
    // It has said why; its successor would only say the same.
    if (code > 0 && !hasServed && serving.size === 0) {
      failure.reject(new Error('A worker process could not start, and no other one is listening'));
      return;
    }
    log.error({ pid: worker.process.pid, code, signal }, 'A worker process died and is replaced');
    const slot = slotOf(worker);
    slots.delete(worker.id);
    void replace(slot);
  });
  async function replace(slot: number): Promise<void> {
    const pause = sleep(RESTART_PAUSE);
    // Readers wait for what it had answered, not for its successor to start.
    if ((await loadLeft(slot)) && !ending) journals.noteLoaded(slot);
    await pause;
    start(slot);
  }
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  cluster.on('message', (worker: Worker, { fairlead }: Message) => {
    if (fairlead !== 'listening') return;
    serving.add(worker.id);
    if (serving.size === count) resolve();
  });
  for (let slot = 1; slot <= count; slot += 1) start(slot);
  return {
    listening,
    failed: failure.promise,
    async [Symbol.asyncDispose]() {
      ending = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(
        workers.map(async (worker) => {
          if (worker.isDead()) return;
          const gone = once(worker, 'exit');
          // One that is still starting has answered nothing, and may be waiting for something.
          worker.process.kill(serving.has(worker.id) ? 'SIGTERM' : 'SIGKILL');
          await gone;
        }),
      );
    },
  };
}
