import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FrontResponse, FastPathRequest } from '#platform/lib/web/exchange.ts';
import { createFastPathResponse } from './createFastPathResponse.ts';
import { readFastPathRequest } from './readFastPathRequest.ts';

/** Handles a plain request and returns true, or leaves it, immediately or later, to Node's server. */
export type FastPathHandler = (
  request: FastPathRequest,
  response: FrontResponse,
) => boolean | Promise<boolean>;

export interface FastPathConnections {
  /** Closes idle connections, accepts no new ones, and closes the others after their answers. */
  close(): void;
}

interface Options {
  readonly handle: FastPathHandler;
  /** Milliseconds after which a connection is closed that is idle or does not accept its answer. */
  readonly idleMs: number;
}

/**
 * Puts a fast path for plain requests in front of Node's HTTP server (ADR 6): a connection is read here
 * as long as its requests are plain and the handler takes them. With the first that is not, the
 * connection is handed to Node's server for good, with its bytes unchanged.
 */
export function serveFastPath(server: Server, { handle, idleMs }: Options): FastPathConnections {
  const listeners = server.listeners('connection');
  const connections = new Set<Connection>();
  let closing = false;

  const handOver = (socket: Socket, bytes: Buffer) => {
    // What came after the bytes while the connection was paused; pushed before them, they would be answered in the wrong order.
    const later = socket.read() as Buffer | null;
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    socket.push(later === null ? bytes : Buffer.concat([bytes, later]));
    socket.resume();
  };

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (closing) {
      socket.destroy();
      return;
    }
    const connection = watchConnection(socket, {
      handle,
      idleMs,
      isClosing: () => closing,
      handOver(bytes) {
        connections.delete(connection);
        handOver(socket, bytes);
      },
    });
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });

  return {
    close() {
      closing = true;
      for (const connection of connections) connection.close();
    },
  };
}

interface Connection {
  /** Closes it now, or after the current answer. */
  close(): void;
}

interface Watch {
  readonly handle: FastPathHandler;
  readonly idleMs: number;
  readonly isClosing: () => boolean;
  readonly handOver: (bytes: Buffer) => void;
}

/**
 * What a connection is doing. A `draining` one waits until its client has accepted the answer, and is
 * not read meanwhile; nothing more is read from one that has `ended`.
 */
type State = 'reading' | 'answering' | 'draining' | 'ended';

/** Milliseconds for a client to notice that its connection has been closed. */
const LINGER_MS = 2_000;

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
function watchConnection(socket: Socket, watch: Watch): Connection {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(watch.idleMs / 1000)}\r\n`;
  let state: State = 'reading';
  let clientEnded = false;
  // What arrived while an answer was being prepared.
  let early: Buffer | null = null;

  function onData(chunk: Buffer): void {
    if (state === 'ended') return;
    if (state !== 'reading') {
      early = early === null ? chunk : Buffer.concat([early, chunk]);
      socket.pause();
      return;
    }
    const head = readFastPathRequest(chunk);
    if (head === null) return handOver(chunk);
    state = 'answering';
    const taken = watch.handle(
      { method: 'GET', url: head.url, headers: head.headers, socket },
      createFastPathResponse(socket, lastLines, answered),
    );
    if (taken === false) handOver(chunk);
    else if (taken !== true) void taken.then((done) => done || handOver(chunk));
  }

  /** Called when the answer is written: a client that has read `close` sends nothing more. */
  function lastLines(): string {
    return watch.isClosing() ? 'connection: close\r\n' : keepAlive;
  }

  function answered(): void {
    if (socket.destroyed) return;
    if (!socket.writableNeedDrain) return goOn();
    state = 'draining';
    socket.pause();
    socket.once('drain', goOn);
  }

  function goOn(): void {
    if (clientEnded || watch.isClosing()) return end();
    const drained = state === 'draining';
    state = 'reading';
    if (early !== null) handOver(early);
    else if (drained) socket.resume();
  }

  /** Nothing is read after the end, so that nothing is counted that is not answered. */
  function end(): void {
    state = 'ended';
    early = null;
    socket.end();
    socket.resume();
    const patience = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(patience));
  }

  function handOver(bytes: Buffer): void {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError);
    socket.setTimeout(0);
    if (socket.destroyed) return;
    watch.handOver(early === null || early === bytes ? bytes : Buffer.concat([bytes, early]));
  }

  function onEnd(): void {
    clientEnded = true;
    if (state === 'reading') end();
  }

  // In the state `draining` it means that nothing has been accepted in all that time.
  function onTimeout(): void {
    if (state !== 'answering') socket.destroy();
  }

  // A visitor who has left is not an error of ours; `close` follows and cleans up.
  function onError(): void {
    socket.destroy();
  }

  socket.setTimeout(watch.idleMs);
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError);
  return {
    close() {
      if (state === 'reading') end();
      else if (state === 'draining') socket.setTimeout(Math.min(watch.idleMs, LINGER_MS));
    },
  };
}
