import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { endings } from '../run/endings.ts';

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
  /** What clients have sent from here on is counted, on all connections together; this one fails, once. */
  failQuestion(number: number, fail: QuestionFault): void;
  /** When that happened, on `performance.now()`; undefined before. */
  failedAt(): number | undefined;
}

/**
 * `cut`: its connection breaks; `mute`: it is never answered, and nothing else on its connection; `refuse`: the database
 * answers with an error; a function is called, and the question passes.
 */
export type QuestionFault = 'cut' | 'mute' | 'refuse' | (() => void);

export async function openRelay(connectionString: string): Promise<Relay> {
  let leadsTo = new URL(connectionString);
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let isCut = false;
  let questions = 0;
  let failedAt: number | undefined;
  let failing: { readonly number: number; readonly fail: QuestionFault } | undefined;

  /** Whether what a client has sent is passed on. */
  function passes([near, far]: readonly [Socket, Socket], isFirst: boolean): boolean {
    questions += 1;
    if (questions !== failing?.number) return true;
    const { fail } = failing;
    failedAt = performance.now();
    if (fail === 'cut') near.destroy();
    else if (fail === 'mute') hold([near, far]);
    else if (fail === 'refuse') {
      near.write(isFirst ? REFUSAL : Buffer.concat([REFUSAL, READY]));
      if (isFirst) near.end();
    } else {
      fail();
      return true;
    }
    return false;
  }

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: leadsTo.hostname, port: Number(leadsTo.port) });
    const pair = [near, far] as const;
    pairs.add(pair);
    let isFirst = true;
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('data', (data) => {
        if (one === far || passes(pair, isFirst)) other.write(data);
        if (one === near) isFirst = false;
      });
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
    failQuestion(number, fail) {
      questions = 0;
      failedAt = undefined;
      failing = { number, fail };
    },
    failedAt: () => failedAt,
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

/** Messages of PostgreSQL's protocol: a type, the length of the rest, the rest. */
function messageOf(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
}

const REFUSAL = messageOf('E', 'SERROR\0VERROR\0CXX000\0Mrefused by a test\0\0');
const READY = messageOf('Z', 'I');

function hold(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.pause();
}
