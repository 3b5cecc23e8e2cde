import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { LIMITS } from '@fairlead/contract/limits';
import { basesOf, NDJSON } from '@fairlead/contract/operation';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { FrontRequest, FrontResponse } from '../lib/exchange.ts';
import { newId } from '../lib/uuid.ts';
import { Problem } from '../lib/Problem.ts';
import { createFactsReader, type FactsReader, type RequestFacts } from '../lib/requestFacts.ts';
import { limitBytes, writeLines } from './streams.ts';
import { answerCertificateQuestion } from './answerCertificateQuestion.ts';
import { createDocuments } from './docs/createDocuments.ts';
import { readMetrics } from './readMetrics.ts';
import { createFailureRenderer, type FailureRenderer } from './createFailureRenderer.ts';
import { addLegacyHeaders, isLegacy } from './legacyHeaders.ts';
import { type PlainConnections, servePlainRequests } from './plain/servePlainRequests.ts';
import { createPlainApi } from './plain/createPlainApi.ts';
import type { WebApp, WebFile } from './readWebApp.ts';
import { type PreparedRoute, prepareRoute } from './prepareRoute.ts';
import type { Route } from './route.ts';

/**
 * Answers a request before the API sees it: returns true when it took the request, and false, at
 * once or later, when the request is the API's.
 */
export type Front = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

interface Options {
  readonly app: App;
  readonly routes: readonly Route[];
  readonly front: Front;
  /** The dashboard, where it is built. */
  readonly webApp?: WebApp | undefined;
  /** Checks every reply against its schema before it leaves: for tests. */
  readonly checkReplies?: boolean;
  /** Hears of every answered operation and its status: for tests. */
  readonly onReply?: (operationId: string, status: number) => void;
}

export interface HttpServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** How long a connection is kept that has nothing to ask: longer than proxies keep theirs. */
const IDLE_MS = 65_000;

/** The HTTP server of all surfaces: the front first, then the API. The only user of the framework. */
export async function createHttpServer(options: Options): Promise<HttpServer> {
  const { front, app } = options;
  const onReply = (operationId: string, status: number) => {
    app.meters.countApiAnswer(operationId, status);
    options.onReply?.(operationId, status);
  };
  const readFacts = createFactsReader(app.config.trustedProxies);
  const renderFailure = createFailureRenderer(app);
  const answerError = createErrorAnswer(renderFailure);
  const routes = options.routes.map((route) =>
    prepareRoute(app, route, options.checkReplies === true),
  );
  const api = fastify({
    logger: false,
    genReqId: (request) => factsOf(request).id,
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: 8192 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // A path that cannot be decoded comes to no route.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    serverFactory: (handler) =>
      createServer({ keepAliveTimeout: IDLE_MS }, inFrontOf(front, readFacts, handler)),
  });
  readBodiesAsJson(api);
  answerErrors(api, answerError, options.webApp);
  for (const route of routes) {
    if (route.operation.bodyMediaTypes === undefined) addRoute(api, route, { app, onReply });
    else await api.register(async (scope) => addStreamingRoute(scope, route, { app, onReply }));
  }
  if (routes.length > 0) addDocuments(api, options);
  addMetrics(api, app);
  addCertificateQuestion(api, app);
  await api.ready();
  const plainApi = createPlainApi({ app, routes, renderFailure, onReply });
  const plain = servePlainRequests(api.server, {
    idleMs: IDLE_MS,
    handle(request, response) {
      const facts = readFacts(request, newId());
      const taken = front(request, facts, response);
      if (taken === true) return true;
      if (taken === false) return plainApi(request, facts, response);
      return taken.then((done) => done || plainApi(request, facts, response));
    },
  });
  return { server: api.server, close: () => closeServer(api, plain) };
}

/** Stops listening, lets what is in flight be answered, and ends connections as they fall idle. */
async function closeServer(api: FastifyInstance, plain: PlainConnections): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const closeIdle = () => {
    plain.closeIdle();
    api.server.closeIdleConnections();
  };
  api.server.close(() => closed.resolve());
  closeIdle();
  const sweep = setInterval(closeIdle, 50);
  await closed.promise;
  clearInterval(sweep);
  await api.close();
}

/** Reads who asks, once for all surfaces; what the front does not take is the API's. */
function inFrontOf(
  front: Front,
  readFacts: FactsReader,
  handler: RequestListener,
): RequestListener {
  return (request, response) => {
    const facts = readFacts(request, newId());
    const handOn = () => {
      factsOfRequests.set(request, facts);
      handler(request, response);
    };
    const taken = front(request, facts, response);
    if (taken === false) return handOn();
    if (taken instanceof Promise) void taken.then((done) => done || handOn());
  };
}

const factsOfRequests = new WeakMap<IncomingMessage, RequestFacts>();

function factsOf(request: IncomingMessage): RequestFacts {
  const facts = factsOfRequests.get(request);
  if (!facts) throw new Error('The request has not come through the front');
  return facts;
}

/** Clients name all sorts of content types, also on calls without a body (CLIENTS.md). */
function readBodiesAsJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    void parse(request, body as string, (error, value) => {
      if (error)
        return done(
          new Problem('VALIDATION_ERROR', `The body is not valid JSON: ${error.message}`),
        );
      done(null, value);
    });
  });
}

/** The docs are for everybody and cost nothing: no credential, no limit. */
function addDocuments(api: FastifyInstance, { app, routes }: Options): void {
  const operations = routes.map((route) => route.operation);
  for (const { path, text, headers } of createDocuments(app.config, operations)) {
    api.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => {
        void reply.headers({ 'x-request-id': request.id, ...headers });
        if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
        return reply.send(text);
      },
    });
  }
}

/** What the operator's monitoring asks, every few seconds and without a limit. */
function addMetrics(api: FastifyInstance, app: App): void {
  api.get('/metrics', { config: { unlimited: true } }, async (request, reply) => {
    const { mediaType, text } = await readMetrics(app, factsOf(request.raw));
    return reply
      .headers({
        'content-type': mediaType,
        'cache-control': 'no-store',
        'x-request-id': request.id,
      })
      .send(text);
  });
}

/** For proxies that get certificates on demand; the path is Caddy's to be told, its `?domain=` is Caddy's own. */
function addCertificateQuestion(api: FastifyInstance, app: App): void {
  api.get<{ Querystring: Record<string, unknown> }>(
    '/internal/certificate',
    { config: { unlimited: true } },
    async (request, reply) => {
      const { domain } = request.query;
      const status = await answerCertificateQuestion(app, factsOf(request.raw), domain);
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(status === 200 ? 'Yes\n' : 'No\n');
    },
  );
}

/** The handler reads the body by itself; what the framework would make of it is switched off here. */
function addStreamingRoute(scope: FastifyInstance, route: PreparedRoute, options: Answering): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  addRoute(scope, route, options);
}

interface Answering {
  readonly app: App;
  readonly onReply: (operationId: string, status: number) => void;
}

function addRoute(
  api: FastifyInstance,
  { operation, run }: PreparedRoute,
  { app, onReply }: Answering,
): void {
  for (const base of basesOf(operation)) {
    const legacy = isLegacy(operation, base);
    api.route({
      method: operation.method,
      config: { unlimited: operation.limitClass === 'none' },
      url: base + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, reply, done) => {
        void reply.header('x-request-id', request.id);
        if (legacy)
          addLegacyHeaders(
            app.config,
            request.url,
            (name, value) => void reply.header(name, value),
          );
        done();
      },
      onResponse: (_request, reply, done) => {
        onReply(operation.id, reply.statusCode);
        done();
      },
      handler: async (request, reply) => {
        const answer = await run({
          request: factsOf(request.raw),
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: operation.bodyMediaTypes
            ? limitBytes(request.raw, operation.bodyBytes ?? LIMITS.bodyBytes)
            : request.body,
          setHeaders: (headers) => void reply.headers(headers),
        });
        void reply.code(answer.status);
        for (const [name, value] of Object.entries(answer.headers ?? {})) {
          if (value !== undefined) void reply.header(name, value);
        }
        if (answer.body === undefined) return reply.send();
        const { schema, mediaType } = operation.replies[answer.status] ?? {};
        if (mediaType !== undefined && (schema === undefined || mediaType === NDJSON)) {
          const bytes =
            schema === undefined
              ? (answer.body as AsyncIterable<Uint8Array>)
              : writeLines(answer.body as AsyncIterable<unknown>);
          return reply.header('content-type', mediaType).send(Readable.from(bytes));
        }
        void reply.header('content-type', 'application/json; charset=utf-8');
        return reply.send(JSON.stringify(answer.body));
      },
    });
  }
}

/** Sends a file of the web app; false when there is none to send. */
function sendWebFile(
  file: WebFile | undefined,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false;
  void reply.code(200).headers(file.headers);
  if (headers['if-none-match'] === file.headers['etag']) {
    void reply.code(304).send();
  } else if (file.gzipped && /\bgzip\b/.test(headers['accept-encoding'] ?? '')) {
    void reply.header('content-encoding', 'gzip').send(file.gzipped);
  } else {
    void reply.send(file.body);
  }
  return true;
}

type ErrorAnswer = (
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

function createErrorAnswer(renderFailure: FailureRenderer): ErrorAnswer {
  return async (thrown, request, reply) => {
    const { unlimited } = request.routeOptions.config as { unlimited?: boolean };
    const facts = factsOf(request.raw);
    const { status, headers, text } = await renderFailure(thrown, {
      facts,
      url: request.url,
      unlimited: unlimited === true,
      drawn: reply.hasHeader('ratelimit-policy'),
    });
    return reply.code(status).headers(headers).send(text);
  };
}

function answerErrors(api: FastifyInstance, answer: ErrorAnswer, webApp: WebApp | undefined): void {
  api.setErrorHandler(answer);
  api.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!.slice(0, 200);
    if (sendWebFile(webApp?.(path, request.headers.accept ?? ''), request, reply)) return reply;
    return answer(
      new Problem('NOT_FOUND', `No such operation: ${request.method} ${path}`),
      request,
      reply,
    );
  });
}
