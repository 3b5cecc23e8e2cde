import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems assign outgoing connections ports above this range, where a client could connect to itself. */
const PORTS = { from: 20_000, to: 32_000 } as const;
const TRIES = 100;

/** Ports this process has already handed out: their users may not be listening yet. */
const handedOut = new Set<number>();

/** A TCP port on this machine that nothing listens on, for another process. Throws if it finds none. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error(`No free port found from ${PORTS.from} to ${PORTS.to - 1}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(probe, 'listening');
  } catch {
    return false;
  }
  const closed = once(probe, 'close');
  probe.close();
  await closed;
  return true;
}
