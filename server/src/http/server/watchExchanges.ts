import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The exchanges under way on connections of node's server. */
export interface Exchanges {
  /** False when the connection has its last answer already: the request must not be carried out. */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether requests have come behind the last answer: nothing of the connection need be read any more. */
  isOver(socket: Socket): boolean;
  /** The answer under way on a connection becomes its last one; false when there is none. */
  endAfterAnswer(socket: Socket): boolean;
  /** From now on every connection ends with the answer under way. */
  close(): void;
}

interface UnderWay {
  last: ServerResponse;
  count: number;
}

/** Requests of one connection under way together; node reads a pipeline however long it is. */
const MAX_PIPELINED = 16;
/** Milliseconds for a client that sent more to take its last answers; it sends on in vain meanwhile. */
const OVERRUN_MS = 5_000;

/**
 * Watches what node's server has under way, so that a connection ends with an answer that says so, no
 * request behind it is carried out, and none waits for a client that does not take its answer: one that
 * has taken nothing for `idleMs` is cut off.
 */
export function watchExchanges({ idleMs }: { readonly idleMs: number }): Exchanges {
  const underWay = new Map<Socket, UnderWay>();
  /** Connections that have their last answer; `over` where a request came behind it. */
  const ending = new WeakMap<Socket, 'ending' | 'over'>();
  let closing = false;

  function makeLast(socket: Socket, response: ServerResponse): void {
    ending.set(socket, 'ending');
    if (response.headersSent) response.once('finish', () => socket.destroySoon());
    else response.shouldKeepAlive = false;
  }

  function overrun(socket: Socket): void {
    ending.set(socket, 'over');
    const patience = setTimeout(() => socket.destroy(), OVERRUN_MS);
    socket.once('close', () => clearTimeout(patience));
  }

  return {
    begin(request, response) {
      const { socket } = request;
      const end = ending.get(socket);
      if (end === 'ending') overrun(socket);
      if (end !== undefined) return false;
      const mine = underWay.get(socket) ?? { last: response, count: 0 };
      underWay.set(socket, mine);
      mine.last = response;
      mine.count += 1;
      response.once('close', () => {
        mine.count -= 1;
        if (mine.count === 0) underWay.delete(socket);
      });
      response.setTimeout(idleMs, () => {
        if (socket.writableLength > 0) socket.destroy();
      });
      if (closing || mine.count >= MAX_PIPELINED) makeLast(socket, response);
      return true;
    },
    isOver: (socket) => ending.get(socket) === 'over',
    endAfterAnswer(socket) {
      const mine = underWay.get(socket);
      if (mine === undefined) return false;
      const { last, count } = mine;
      if (!last.req.complete) {
        // The rest of its body never comes, and so neither does its answer.
        if (count === 1 && !last.headersSent) return false;
        socket.destroy();
        return true;
      }
      if (!ending.has(socket)) makeLast(socket, last);
      return true;
    },
    close() {
      closing = true;
      for (const [socket, { last }] of underWay) {
        // One whose head has left said `keep-alive`; its connection ends once it is idle.
        if (!last.headersSent) makeLast(socket, last);
      }
    },
  };
}
