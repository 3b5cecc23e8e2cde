import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems take ports of outgoing connections from above: a client could meet itself there. */
const PORTS = { from: 20_000, to: 32_000 } as const;
const TRIES = 100;

/** Ports this process has given away: what was asked for may not listen yet. */
const given = new Set<number>();

/** A TCP port of this machine on which nobody listens, for a process of its own. Throws when it finds none. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
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
