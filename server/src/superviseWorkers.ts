import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { gatherMeters } from './adapters/clusterMeters.ts';

interface Options {
  readonly count: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Milliseconds before a worker that died is replaced, so that a crash at start is no busy loop. */
const RESTART_PAUSE = 500;

/** Runs worker processes that share the port; replaces those that die, ends all when disposed. */
export function superviseWorkers({ count, environment, log }: Options): AsyncDisposable {
  let ending = false;
  gatherMeters();
  // Workers take connections themselves: one that the first process hands to a worker that dies or hangs
  // before it has it would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const start = () => {
    if (!ending) cluster.fork(environment);
  };
  cluster.on('exit', (worker, code, signal) => {
    if (ending) return;
    log.error({ pid: worker.process.pid, code, signal }, 'A worker process died and is replaced');
    setTimeout(start, RESTART_PAUSE);
  });
  for (let started = 0; started < count; started += 1) start();
  return {
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
