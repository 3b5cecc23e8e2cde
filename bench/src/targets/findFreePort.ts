import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 20_000;
/** Linux hands out ports above for outgoing connections; a client could meet itself there. */
const HIGHEST = 32_767;

/** A TCP port of this machine that nothing listens on, below the range of outgoing connections. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
