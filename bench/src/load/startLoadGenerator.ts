import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './runLoad.ts';

export interface LoadGenerator extends AsyncDisposable {
  readonly pid: number;
  /** Carries out one plan; plans of one generator run one after the other. */
  run(plan: LoadPlan): Promise<LoadResult>;
}

type Reply = { readonly result: LoadResult } | { readonly failure: string };

/** Starts a process that makes load, apart from the one that measures and reports. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('loadProcess.ts', import.meta.url)), [], {
    serialization: 'advanced',
  });
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) =>
      reject(new Error(`the load generator ended (${signal ?? code})`)),
    );
  });
  gone.catch(() => {});
  return {
    pid: child.pid ?? 0,
    async run(plan) {
      const reply = new Promise<Reply>((resolve) => child.once('message', resolve));
      child.send(plan);
      const message = await Promise.race([reply, gone]);
      if ('failure' in message) throw new Error(message.failure);
      return message.result;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await gone.catch(() => {});
    },
  };
}
