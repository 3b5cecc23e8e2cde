import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FrontResponse, PlainRequest } from '../../lib/exchange.ts';
import { createPlainResponse } from './createPlainResponse.ts';
import { readPlainRequest } from './readPlainRequest.ts';

/** Takes a plain request and answers true, or leaves it, at once or later, to node's server. */
export type PlainHandler = (
  request: PlainRequest,
  response: FrontResponse,
) => boolean | Promise<boolean>;

export interface PlainConnections {
  /** Ends idle connections, takes no more, and lets the others end with their answers. */
  closeIdle(): void;
}

interface Options {
  readonly handle: PlainHandler;
  /** Milliseconds after which a connection with nothing to do is ended. */
  readonly idleMs: number;
}

/**
 * Puts a short way for plain requests in front of node's HTTP server (ADR 6): a connection is read
 * here for as long as its requests are plain and the handler takes them. With the first that is not, the
 * connection goes to node's server for good, with the bytes as they came.
 */
export function servePlainRequests(server: Server, { handle, idleMs }: Options): PlainConnections {
  const listeners = server.listeners('connection');
  const connections = new Set<Connection>();
  let closing = false;

  const handOver = (socket: Socket, bytes: Buffer) => {
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    socket.unshift(bytes);
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
    closeIdle() {
      closing = true;
      for (const connection of connections) connection.closeIfIdle();
    },
  };
}

interface Connection {
  closeIfIdle(): void;
}

interface Watch {
  readonly handle: PlainHandler;
  readonly idleMs: number;
  readonly isClosing: () => boolean;
  readonly handOver: (bytes: Buffer) => void;
}

function watchConnection(socket: Socket, watch: Watch): Connection {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(watch.idleMs / 1000)}\r\n`;
  let busy = false;
  let ended = false;
  // What came while an answer was being made.
  let early: Buffer | null = null;

  function onData(chunk: Buffer): void {
    if (busy) {
      early = early === null ? chunk : Buffer.concat([early, chunk]);
      socket.pause();
      return;
    }
    const head = readPlainRequest(chunk);
    if (head === null) return letGo(chunk);
    busy = true;
    const lines = watch.isClosing() ? 'connection: close\r\n' : keepAlive;
    const taken = watch.handle(
      { method: 'GET', url: head.url, headers: head.headers, socket },
      createPlainResponse(socket, lines, answered),
    );
    if (taken === false) letGo(chunk);
    else if (taken !== true) void taken.then((done) => done || letGo(chunk));
  }

  function answered(): void {
    busy = false;
    if (ended || watch.isClosing()) return void socket.end();
    if (early !== null) letGo(early);
  }

  function letGo(bytes: Buffer): void {
    socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onError);
    socket.setTimeout(0);
    if (socket.destroyed) return;
    watch.handOver(early === null || early === bytes ? bytes : Buffer.concat([bytes, early]));
  }

  function onEnd(): void {
    ended = true;
    if (!busy) socket.end();
  }

  function onTimeout(): void {
    if (!busy) socket.destroy();
  }

  // A visitor who is gone is no fault of ours; `close` follows and tidies up.
  function onError(): void {
    socket.destroy();
  }

  socket.setTimeout(watch.idleMs);
  socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('error', onError);
  return {
    closeIfIdle() {
      if (!busy) socket.end();
    },
  };
}
