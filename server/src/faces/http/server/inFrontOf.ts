import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { FrontRequest, FrontResponse } from '#platform/lib/web/exchange.ts';
import type { Problem } from '#platform/lib/Problem.ts';
import type { FactsReader, RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { newId } from '#platform/lib/uuid.ts';
import { baseHeaders } from './headers/baseHeaders.ts';
import type { FailureRenderer } from '../errors/createFailureRenderer.ts';
import { createFastPathResponse } from '../fastPath/createFastPathResponse.ts';
import type { FastPathConnections, FastPathHandler } from '../fastPath/serveFastPath.ts';
import { readHeadFault, readParserFault } from './readHeadFault.ts';
import type { Exchanges } from './watchExchanges.ts';

/**
 * Answers a request before the API sees it: returns true if it handles the request, and false,
 * immediately or later, if the request is for the API.
 */
export type Front = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

/** What every request passes first, whichever way it arrived. */
interface Edge {
  readonly front: Front;
  readonly readFacts: FactsReader;
  readonly renderFailure: FailureRenderer;
  readonly exchanges: Exchanges;
}

/** Reads the request's facts, once for all surfaces; requests that the front does not handle go to the API. */
export function inFrontOf(edge: Edge, handler: RequestListener): RequestListener {
  const { front, readFacts, exchanges } = edge;
  return (request, response) => {
    if (!exchanges.begin(request, response)) return;
    const facts = readFacts(request, newId());
    const fault = readHeadFault(request);
    if (fault) return void answerHeadFault(edge, fault, facts, response);
    const handOn = () => {
      factsOfRequests.set(request, facts);
      for (const [name, value] of Object.entries(baseHeaders(facts))) {
        response.setHeader(name, value);
      }
      handler(request, response);
    };
    const taken = front(request, facts, response);
    if (taken === false) return handOn();
    if (taken instanceof Promise) void taken.then((done) => done || handOn());
  };
}

/** The same for plain requests (ADR 6). */
export function handleFastPath({ front, readFacts }: Edge, api: Front): FastPathHandler {
  return (request, response) => {
    const facts = readFacts(request, newId());
    const taken = front(request, facts, response);
    if (taken === true) return true;
    if (taken === false) return api(request, facts, response);
    return taken.then((done) => done || api(request, facts, response));
  };
}

const factsOfRequests = new WeakMap<IncomingMessage, RequestFacts>();

export function factsOf(request: IncomingMessage): RequestFacts {
  const facts = factsOfRequests.get(request);
  if (!facts) throw new Error('The request has not come through the front');
  return facts;
}

/** Proxies may interpret such a request differently, so its connection is closed. */
async function answerHeadFault(
  edge: Edge,
  fault: Problem,
  facts: RequestFacts,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, text } = await renderFault(edge, fault, facts);
  response.shouldKeepAlive = false;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function renderFault({ renderFailure }: Edge, fault: Problem, facts: RequestFacts) {
  return renderFailure(fault, { facts, url: '/', unlimited: true, drawn: false });
}

/** Milliseconds for a client to read why its connection is closed. */
const LINGER_MS = 1_000;

/** Answers requests that Node's parser cannot read, after the answers in progress. */
export function answerParserFaults(edge: Edge) {
  const answered = new WeakSet<Duplex>();

  async function answer(error: Error, socket: Socket): Promise<void> {
    const facts = edge.readFacts({ headers: {}, socket }, newId());
    const { status, headers, text } = await renderFault(edge, readParserFault(error), facts);
    const response = createFastPathResponse(
      socket,
      () => 'connection: close\r\n',
      () => socket.end(),
    );
    response.writeHead(status, headers);
    response.end(text);
    const patience = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(patience));
  }

  return (error: Error, socket: Duplex): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!(socket instanceof Socket) || !socket.writable) return void socket.destroy();
    if (!edge.exchanges.endAfterAnswer(socket)) void answer(error, socket);
  };
}

/** Stops listening, lets requests in flight be answered, and closes connections as they become idle. */
export async function closeServer(
  server: Server,
  exchanges: Exchanges,
  plain: FastPathConnections | undefined,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  plain?.close();
  exchanges.close();
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed.promise;
  clearInterval(sweep);
}
