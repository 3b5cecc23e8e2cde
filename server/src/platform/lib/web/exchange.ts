import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A GET without a body: what a surface can use of a request that Node's server never saw. */
export interface FastPathRequest {
  readonly method: 'GET';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
}

/** A request as surfaces see it; one with a body is always Node's. */
export type FrontRequest = FastPathRequest | IncomingMessage;

/** The part of Node's `ServerResponse` that suffices for answers in one piece. */
export interface FrontResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  end(body?: string | Buffer): unknown;
}
