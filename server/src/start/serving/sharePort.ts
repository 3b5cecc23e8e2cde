import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
import net, { type AddressInfo } from 'node:net';
import { getSystemErrorName } from 'node:util';

/**
 * Workers accept connections themselves, on a socket of the first process: while all of them are dead, connections
 * wait in its queue. A `net.Server` of the first process would accept them, and what `cluster` shares is closed with
 * the last worker, hence a bare handle.
 */
interface Handle {
  getsockname(address: Partial<AddressInfo>): number;
  close(): void;
}

type CreateHandle = (host: string, port: number, family: 4 | 6) => Handle | number;

type Message = { readonly fairlead: 'port?' | 'port' };

/** In the first process: binds the port and gives it to workers that ask, until disposed. Throws a system error. */
export async function sharePort({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<Disposable> {
  const { address, family } = await lookup(host);
  const { _createServerHandle: create } = net as unknown as { _createServerHandle: CreateHandle };
  const handle = create(address, port, family === 6 ? 6 : 4);
  // A port in use is not reported before the socket is asked for its name.
  const failure = typeof handle === 'number' ? handle : handle.getsockname({});
  if (typeof handle === 'number' || failure !== 0) {
    if (typeof handle !== 'number') handle.close();
    const code = getSystemErrorName(failure);
    throw Object.assign(new Error(`bind ${code} ${address}:${port}`), { code, syscall: 'bind' });
  }
  const give = (worker: Worker, { fairlead }: Message) => {
    if (fairlead === 'port?') worker.send({ fairlead: 'port' } satisfies Message, handle as never);
  };
  cluster.on('message', give);
  return {
    [Symbol.dispose]() {
      cluster.off('message', give);
      handle.close();
    },
  };
}

/** In a worker: what its server listens on. */
export function takePort(): Promise<object> {
  return new Promise((resolve) => {
    const take = ({ fairlead }: Message, handle: object) => {
      if (fairlead !== 'port') return;
      process.off('message', take);
      resolve(handle);
    };
    process.on('message', take);
    process.send?.({ fairlead: 'port?' } satisfies Message);
  });
}
