import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { endings } from './endings.ts';

/** A way to a database that can fall silent without closing anything, as a lost node or a firewall does. */
export interface Relay {
  readonly connectionString: string;
  /** Nothing passes any more on the connections that are open now; new ones work. */
  mute(): void;
  /** New connections are taken and nothing passes on them either, as with a stopped process, until it is disposed. */
  freeze(): Disposable;
  /** Every connection breaks, and new ones do, until it is disposed: the database is gone. */
  cut(): Disposable;
  /** New connections lead to another server. */
  turnTo(connectionString: string): void;
}

export async function openRelay(connectionString: string): Promise<Relay> {
  let leadsTo = new URL(connectionString);
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let isCut = false;

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: leadsTo.hostname, port: Number(leadsTo.port) });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('data', (data) => void other.write(data));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    if (frozen) hold(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = new URL(connectionString);
  target.hostname = '127.0.0.1';
  target.port = String((server.address() as AddressInfo).port);
  const breakAll = () => {
    for (const socket of [...pairs].flat()) socket.destroy();
  };
  endings.defer(() => {
    breakAll();
    server.close();
  });

  const holdAll = () => {
    for (const pair of pairs) hold(pair);
  };
  return {
    connectionString: target.href,
    mute: holdAll,
    cut() {
      isCut = true;
      breakAll();
      return {
        [Symbol.dispose]() {
          isCut = false;
        },
      };
    },
    turnTo(other) {
      leadsTo = new URL(other);
    },
    freeze() {
      frozen = true;
      holdAll();
      return {
        [Symbol.dispose]() {
          frozen = false;
          for (const socket of [...pairs].flat()) socket.resume();
        },
      };
    },
  };
}

function hold(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.pause();
}
