import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The exchanges in progress on connections of Node's server. */
export interface Exchanges {
  /** False if the connection already has its last answer: the request must not be processed. */
  begin(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether requests have followed the last answer: nothing more of the connection needs to be read. */
  isOver(socket: Socket): boolean;
  /** Makes the current answer on a connection its last one; false if there is none. */
  endAfterAnswer(socket: Socket): boolean;
  /** Makes an answer that has not begun the last one of its connection. */
  makeLast(response: ServerResponse): void;
  /** From now on, every connection closes after its current answer. */
  close(): void;
}

interface UnderWay {
  last: ServerResponse;
  count: number;
}

/** Requests of one connection processed together; Node reads a pipeline of any length. */
const MAX_PIPELINED = 16;
/** Milliseconds for a client that sent more to accept its last answers. */
const OVERRUN_MS = 5_000;

/**
 * Watches the exchanges of Node's server, so that a connection ends with an answer that says so, no
 * request after it is processed, and none waits for a client that does not accept its answer: one that
 * has accepted nothing for `idleMs` is disconnected.
 */
export function watchExchanges({ idleMs }: { readonly idleMs: number }): Exchanges {
  const underWay = new Map<Socket, UnderWay>();
  /** Connections that have their last answer; `over` if a request came after it. */
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
        // The rest of its body will never arrive, so neither will its answer.
        if (count === 1 && !last.headersSent) return false;
        socket.destroy();
        return true;
      }
      if (!ending.has(socket)) makeLast(socket, last);
      return true;
    },
    makeLast: (response) => makeLast(response.req.socket, response),
    close() {
      closing = true;
      for (const [socket, { last }] of underWay) {
        // If its head has been sent, it said `keep-alive`; the connection is closed once it is idle.
        if (!last.headersSent) makeLast(socket, last);
      }
    },
  };
}
