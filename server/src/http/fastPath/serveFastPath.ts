import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FrontResponse, FastPathRequest } from '../../lib/exchange.ts';
import { createFastPathResponse } from './createFastPathResponse.ts';
import { readFastPathRequest } from './readFastPathRequest.ts';

/** Takes a plain request and answers true, or leaves it, at once or later, to node's server. */
export type FastPathHandler = (
  request: FastPathRequest,
  response: FrontResponse,
) => boolean | Promise<boolean>;

export interface FastPathConnections {
  /** Ends idle connections, takes no more, and lets the others end with their answers. */
  close(): void;
}

interface Options {
  readonly handle: FastPathHandler;
  /** Milliseconds after which a connection is ended that has nothing to do, or does not take its answer. */
  readonly idleMs: number;
}

/**
 * Puts a short way for plain requests in front of node's HTTP server (ADR 6): a connection is read
 * here for as long as its requests are plain and the handler takes them. With the first that is not, the
 * connection goes to node's server for good, with the bytes as they came.
 */
export function serveFastPath(server: Server, { handle, idleMs }: Options): FastPathConnections {
  const listeners = server.listeners('connection');
  const connections = new Set<Connection>();
  let closing = false;

  const handOver = (socket: Socket, bytes: Buffer) => {
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    socket.push(bytes);
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
  /** Ends it now, or after the answer under way. */
  close(): void;
}

interface Watch {
  readonly handle: FastPathHandler;
  readonly idleMs: number;
  readonly isClosing: () => boolean;
  readonly handOver: (bytes: Buffer) => void;
}

/**
 * What a connection is about. One that is `draining` waits until its client has taken the answer, and is
 * not read meanwhile; of one that has `ended` nothing is taken any more.
 */
type State = 'reading' | 'answering' | 'draining' | 'ended';

/** Milliseconds for a client to notice that its connection has ended. */
const LINGER_MS = 2_000;

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
function watchConnection(socket: Socket, watch: Watch): Connection {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(watch.idleMs / 1000)}\r\n`;
  let state: State = 'reading';
  let clientEnded = false;
  // What came while an answer was being made.
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

  /** Asked when the answer is written: who has read `close` sends nothing more. */
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

  /** What comes after the end is not taken, so that nothing is counted that is not answered. */
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

  // Of `draining` it tells that nothing has been taken in all that time.
  function onTimeout(): void {
    if (state !== 'answering') socket.destroy();
  }

  // A visitor who is gone is no fault of ours; `close` follows and tidies up.
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
