import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './findFreePort.ts';

export interface BareServer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

/** Starts the bare redirect in a process of its own; `destinations` by `host/slug`. */
export async function startBareServer(
  destinations: ReadonlyMap<string, string>,
): Promise<BareServer> {
  const port = await findFreePort();
  const child = fork(fileURLToPath(new URL('../bareServer.ts', import.meta.url)), [], {
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');
  const listening = once(child, 'message');
  child.send({ port, destinations });
  const first = await Promise.race([listening.then(() => 'listening'), exited.then(() => 'exit')]);
  if (first === 'exit' || child.pid === undefined) throw new Error('the bare server did not start');
  return {
    port,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}
