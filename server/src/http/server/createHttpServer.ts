import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LIMITS } from '@fairlead/contract/limits';
import { basesOf, NDJSON, type OperationDeclaration } from '@fairlead/contract/operation';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { createHostFaces } from '../../lib/createHostFaces.ts';
import { parseJson } from '../../lib/parseJson.ts';
import { Problem } from '../../lib/Problem.ts';
import { createFactsReader } from '../../lib/requestFacts.ts';
import { answerCertificateQuestion } from './answerCertificateQuestion.ts';
import { corsHeaders, preflightsOf } from './cors.ts';
import { closeUnread, limitBytes, writeLines } from './streams.ts';
import { createBrandNotice } from '../routing/createBrandNotice.ts';
import { createDocuments } from '../docs/createDocuments.ts';
import type { Guide } from '../docs/readGuide.ts';
import { pacePipelines } from './pacePipelines.ts';
import { readMetrics } from './readMetrics.ts';
import { createFailureRenderer, type FailureRenderer } from '../errors/createFailureRenderer.ts';
import { addLegacyHeaders, isLegacy } from './legacyHeaders.ts';
import { serveFastPath } from '../fastPath/serveFastPath.ts';
import { createFastPathApi } from '../fastPath/createFastPathApi.ts';
import { nameMissingUrl } from './nameMissingUrl.ts';
import type { WebApp, WebFile } from './readWebApp.ts';
import { type PreparedRoute, prepareRoute } from '../routing/prepareRoute.ts';
import type { Route } from '../routing/route.ts';
import { tellStanding } from '../access/rateLimit.ts';
import {
  answerParserFaults,
  closeServer,
  factsOf,
  type Front,
  handleFastPath,
  inFrontOf,
} from './inFrontOf.ts';
import { watchExchanges } from './watchExchanges.ts';

interface Options {
  readonly app: App;
  readonly routes: readonly Route[];
  readonly front: Front;
  /** The dashboard, if it is built and served. */
  readonly webApp?: WebApp | undefined;
  /** The pages at `/docs/`. */
  readonly guide?: Guide | undefined;
  /** Checks every response against its schema before it is sent: for tests. */
  readonly checkReplies?: boolean;
  /** Called with every answered operation and its status: for tests. */
  readonly onReply?: (operationId: string, status: number) => void;
  /** Milliseconds for which a connection is kept that is idle or does not accept its answer. */
  readonly idleMs?: number;
}

export interface HttpServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** How long an idle connection is kept: longer than proxies keep theirs. */
const IDLE_MS = 65_000;

/** The HTTP server of all surfaces: first the front, then the API. The only code that uses the framework. */
export async function createHttpServer(options: Options): Promise<HttpServer> {
  const { front, app, idleMs = IDLE_MS } = options;
  const onReply = (operationId: string, status: number) => {
    app.metrics.countApiAnswer(operationId, status);
    options.onReply?.(operationId, status);
  };
  const readFacts = createFactsReader(app.config);
  const renderFailure = createFailureRenderer(app);
  const answerError = createErrorAnswer(renderFailure);
  const exchanges = watchExchanges({ idleMs });
  const edge = { front, readFacts, renderFailure, exchanges };
  const preparation = {
    checkReplies: options.checkReplies === true,
    noticeBrand: createBrandNotice(app),
  };
  const routes = options.routes.map((route) => prepareRoute(app, route, preparation));
  const api = fastify({
    logger: false,
    genReqId: (request) => factsOf(request).id,
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: 8192 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // A path that cannot be decoded reaches no route.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerParserFaults(edge),
    serverFactory: (handler) =>
      // Node would refuse a request without Host with an empty answer.
      createServer(
        { keepAliveTimeout: idleMs, requireHostHeader: false },
        inFrontOf(edge, handler),
      ),
  });
  readBodiesAsJson(api);
  answerErrors(api, answerError, options);
  for (const route of routes) {
    if (route.operation.bodyMediaTypes === undefined) addRoute(api, route, { app, onReply });
    else await api.register(async (scope) => addStreamingRoute(scope, route, { app, onReply }));
  }
  addPreflights(api, routes, app);
  if (app.config.roles.has('api')) addDocuments(api, options);
  addMetrics(api, app);
  addCertificateQuestion(api, app);
  await api.ready();
  pacePipelines(api.server, (socket) => exchanges.isOver(socket));
  const plain = app.config.fastPath
    ? serveFastPath(api.server, {
        idleMs,
        handle: handleFastPath(edge, createFastPathApi({ app, routes, renderFailure, onReply })),
      })
    : undefined;
  return {
    server: api.server,
    async close() {
      await closeServer(api.server, exchanges, plain);
      await api.close();
    },
  };
}

/** Clients send all sorts of content types, even on calls without a body (Rule: sdk-clients). */
function readBodiesAsJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser<string>(
    '*',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) =>
      body === '' ? undefined : parseJson(body, 'The body'),
  );
}

/** The docs are for everyone and cost nothing: no credential, no limit. */
function addDocuments(api: FastifyInstance, { app, routes }: Options): void {
  const operations = routes.map((route) => route.operation);
  for (const { path, text, headers } of createDocuments(app.config, operations)) {
    api.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => {
        void reply.headers({ ...tellStanding(app, factsOf(request.raw)), ...headers });
        if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
        return reply.send(text);
      },
    });
  }
}

/** Browsers ask beforehand whether a page may call, without a credential. */
function addPreflights(api: FastifyInstance, routes: readonly PreparedRoute[], app: App): void {
  const operations = routes.map((route) => route.operation);
  for (const [url, headers] of preflightsOf(operations, app.config)) {
    api.options(urlOf(url), { config: { unlimited: true } }, async (_request, reply) =>
      reply.code(204).headers(headers).send(),
    );
  }
}

/** A path as the framework writes it. */
function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** For the operator's monitoring, which calls every few seconds and without a limit. */
function addMetrics(api: FastifyInstance, app: App): void {
  api.get('/metrics', { config: { unlimited: true } }, async (request, reply) => {
    const { mediaType, text } = await readMetrics(app, factsOf(request.raw));
    return reply.header('content-type', mediaType).send(text);
  });
}

/** For proxies that obtain certificates on demand; the path is configured in Caddy, which adds `?domain=` itself. */
function addCertificateQuestion(api: FastifyInstance, app: App): void {
  api.get<{ Querystring: Record<string, unknown> }>(
    '/internal/tls-ask',
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

/** The handler reads the body itself; the framework's parsing is switched off here. */
function addStreamingRoute(scope: FastifyInstance, route: PreparedRoute, options: Answering): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  addRoute(scope, route, options);
}

interface Answering {
  readonly app: App;
  readonly onReply: (operationId: string, status: number) => void;
}

/** Whether an operation answers with the bytes of a file. */
function isFile({ method, replies }: OperationDeclaration): boolean {
  return (
    method === 'GET' &&
    Object.values(replies).some(({ schema, mediaType }) => mediaType && schema === undefined)
  );
}

function addRoute(
  api: FastifyInstance,
  { operation, run }: PreparedRoute,
  { app, onReply }: Answering,
): void {
  for (const base of basesOf(operation)) {
    const legacy = isLegacy(operation, base);
    api.route({
      // Mail scanners and download managers first send a HEAD request for a file.
      method: isFile(operation) ? [operation.method, 'HEAD'] : operation.method,
      config: configOf(operation),
      url: urlOf(base + operation.path),
      onRequest: (request, reply, done) => {
        void reply.headers(corsHeaders(operation, factsOf(request.raw), app.config));
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
          onClose: (run) => whenClosed(reply.raw, run),
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
          void reply.header('content-type', mediaType);
          if (request.method !== 'HEAD') return reply.send(Readable.from(bytes));
          await closeUnread(bytes);
          return reply.send();
        }
        void reply.header('content-type', 'application/json; charset=utf-8');
        return reply.send(JSON.stringify(answer.body));
      },
    });
  }
}

/** What an error response has to know about its operation. */
function configOf({ limitClass, googleErrors }: OperationDeclaration) {
  return { unlimited: limitClass === 'none', google: googleErrors === true };
}

function whenClosed(response: ServerResponse, run: () => void): void {
  if (response.closed) run();
  else response.once('close', run);
}

/** Sends a file of the web app; false when there is none to send. */
function sendWebFile(
  file: WebFile | undefined,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false;
  void reply.code(200).headers(file.headers);
  const { etag } = file.headers;
  if (etag !== undefined && headers['if-none-match'] === etag) {
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
    const { unlimited, google } = request.routeOptions.config as {
      unlimited?: boolean;
      google?: boolean;
    };
    const facts = factsOf(request.raw);
    const { status, headers, text } = await renderFailure(thrown, {
      facts,
      url: request.url,
      unlimited: unlimited === true,
      drawn: reply.hasHeader('ratelimit-policy'),
      google: google === true,
    });
    return reply.code(status).headers(headers).send(text);
  };
}

function answerErrors(
  api: FastifyInstance,
  answer: ErrorAnswer,
  { app, webApp, guide }: Pick<Options, 'app' | 'webApp' | 'guide'>,
): void {
  const isOurs = createHostFaces(app.config);
  api.setErrorHandler(answer);
  api.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!.slice(0, 200);
    const file = guide?.(path) ?? webApp?.(path, request.headers.accept ?? '');
    const { host } = factsOf(request.raw);
    // Other hosts get here if PUBLIC_URL is not set.
    const sent = file && !isOurs(host) ? nameMissingUrl(file, host) : file;
    if (sendWebFile(sent, request, reply)) return reply;
    return answer(
      new Problem('NOT_FOUND', `No such operation: ${request.method} ${path}`),
      request,
      reply,
    );
  });
}
