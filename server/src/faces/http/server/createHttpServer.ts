import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LIMITS } from '@fairlead/contract/limits';
import { basesOf, NDJSON, type OperationDeclaration } from '@fairlead/contract/operation';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../../App.ts';
import { createHostFaces } from '#platform/lib/web/createHostFaces.ts';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { createFactsReader } from '#platform/lib/web/requestFacts.ts';
import { answerCertificateQuestion } from './answerCertificateQuestion.ts';
import { corsHeaders, preflightsOf } from './headers/cors.ts';
import { answerUnread, closeUnread, limitBytes, readText, streamRows } from './streams.ts';
import { createBrandNotice } from '../routing/createBrandNotice.ts';
import { createDocuments, type PublishedDocument } from '../docs/createDocuments.ts';
import type { Guide } from '../docs/readGuide.ts';
import { pacePipelines } from './pacePipelines.ts';
import { readMetrics } from './readMetrics.ts';
import { createFailureRenderer, type FailureRenderer } from '../errors/createFailureRenderer.ts';
import { addLegacyHeaders, isLegacy } from './headers/legacyHeaders.ts';
import { serveFastPath } from '../fastPath/serveFastPath.ts';
import { createFastPathApi } from '../fastPath/createFastPathApi.ts';
import { nameMissingUrl } from './headers/nameMissingUrl.ts';
import type { WebApp, WebFile } from './readWebApp.ts';
import { createMethodFinder, type MethodFinder, servedMethodsOf } from '../routing/findMethods.ts';
import { type PreparedRoute, prepareRoute } from '../routing/prepareRoute.ts';
import type { Reply, Route } from '../routing/route.ts';
import { drawForDocument } from '../access/rateLimit.ts';
import { chooseCoding, compress, MIN_COMPRESSED } from './compression.ts';
import {
  answerParserFaults,
  closeServer,
  factsOf,
  type Front,
  handleFastPath,
  inFrontOf,
} from './inFrontOf.ts';
import { findForgedHeaders, VISITOR_HEADERS_PATH } from './headers/visitorHeaders.ts';
import { type Exchanges, watchExchanges } from './watchExchanges.ts';

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
  const exchanges = watchExchanges({ idleMs });
  const answerError = createErrorAnswer(renderFailure, exchanges);
  const edge = { front, readFacts, renderFailure, exchanges };
  const preparation = {
    checkReplies: options.checkReplies === true,
    noticeBrand: createBrandNotice(app),
  };
  const routes = options.routes.map((route) => prepareRoute(app, route, preparation));
  const { preflights, documents, findMethods } = publish(app, routes);
  const api = fastify({
    logger: false,
    genReqId: (request) => factsOf(request).id,
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
  leaveBodiesUnread(api);
  answerErrors(api, answerError, options, findMethods);
  for (const route of routes) addRoute(api, route, { app, onReply });
  addPreflights(api, preflights);
  addDocuments(api, app, documents);
  addMetrics(api, app);
  addCertificateQuestion(api, app);
  addVisitorHeaders(api, app);
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

/** What is answered beside the operations, and the methods of all paths. */
function publish(app: App, routes: readonly PreparedRoute[]) {
  const operations = routes.map((route) => route.operation);
  const preflights = preflightsOf(operations, app.config);
  const documents = app.config.roles.has('api') ? createDocuments(app.config, operations) : [];
  const findMethods = createMethodFinder(operations, [
    ...[...preflights.keys()].map((path) => [path, ['OPTIONS']] as const),
    ...documents.map(({ path }) => [path, ['GET', 'HEAD']] as const),
  ]);
  return { preflights, documents, findMethods };
}

/** A route reads the body once it knows the caller, who has a budget for it (Rule: limits 11). */
function leaveBodiesUnread(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request, LIMITS.bodyBytes);
  return text === '' ? undefined : parseJson(text, 'The body');
}

/** The docs are for everyone; large as they are, each client IP address has a budget for them. */
function addDocuments(
  api: FastifyInstance,
  app: App,
  documents: readonly PublishedDocument[],
): void {
  for (const { path, bodyIn, headers } of documents) {
    api.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const limited = await drawForDocument(app, factsOf(request.raw));
        if (limited) void reply.headers(limited.headers);
        if (limited?.problem) throw limited.problem;
        void reply.headers(headers);
        if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send();
        const coding = chooseCoding(request.headers['accept-encoding']);
        if (coding !== undefined) void reply.header('content-encoding', coding);
        return reply.send(bodyIn(coding));
      },
    });
  }
}

/** Browsers ask beforehand whether a page may call, without a credential. */
function addPreflights(api: FastifyInstance, preflights: ReturnType<typeof preflightsOf>): void {
  for (const [url, headers] of preflights) {
    api.options(urlOf(url), { config: { unlimited: true } }, async (_request, reply) =>
      reply.code(204).headers(headers).send(),
    );
  }
}

/** A path as the framework writes it. A slug may hold slashes, which not every client encodes. */
function urlOf(path: string): string {
  return path.replace(/\{slug\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The parameters of a path. Throws NOT_FOUND if it ends where one should be. */
function readParams({ params, method, url }: FastifyRequest): Record<string, string> {
  const { '*': slug, ...named } = params as Record<string, string>;
  const read = slug === undefined ? named : { ...named, slug };
  const empty = Object.keys(read).find((name) => read[name] === '');
  if (empty === undefined) return read;
  const path = url.split('?', 1)[0]!.slice(0, 200);
  throw new Problem('NOT_FOUND', `No such operation: ${method} ${path}; the ${empty} is missing`);
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

/** For the server itself, which calls through its proxy to see what that passes on (`doctor server`). */
function addVisitorHeaders(api: FastifyInstance, app: App): void {
  api.get(VISITOR_HEADERS_PATH, { config: { unlimited: true } }, async (request, reply) => {
    const arrived = findForgedHeaders(app, factsOf(request.raw));
    return reply.code(arrived ? 200 : 404).send(arrived);
  });
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
      method: servedMethodsOf(operation),
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
          params: readParams(request),
          query: request.query as Record<string, unknown>,
          readBody: () =>
            operation.bodyMediaTypes
              ? limitBytes(request.raw, operation.bodyBytes ?? LIMITS.bodyBytes)
              : readJson(request.raw),
          setHeaders: (headers) => void reply.headers(headers),
          onClose: (run) => whenClosed(reply.raw, run),
        });
        return sendReply(operation, answer, request, reply);
      },
    });
  }
}

/** At once where nothing has to be waited for: most answers are small. */
function sendReply(
  { replies }: OperationDeclaration,
  answer: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  void reply.code(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined) void reply.header(name, value);
  }
  if (answer.body === undefined) return reply.send();
  const { schema, mediaType } = replies[answer.status] ?? {};
  if (mediaType !== undefined && (schema === undefined || mediaType === NDJSON)) {
    const { bytes, ...sent } =
      schema === undefined
        ? { mediaType, bytes: answer.body as AsyncIterable<Uint8Array> }
        : streamRows(answer.body as AsyncIterable<unknown>, request.headers.accept);
    void reply.header('content-type', sent.mediaType);
    if (request.method !== 'HEAD') return reply.send(Readable.from(bytes));
    return closeUnread(bytes).then(() => reply.send());
  }
  void reply.header('content-type', 'application/json; charset=utf-8');
  const text = JSON.stringify(answer.body);
  if (text.length < MIN_COMPRESSED) return reply.send(text);
  return compress(text, request.headers['accept-encoding']).then(({ headers, body }) =>
    reply.headers(headers).send(body),
  );
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

/** Why no operation was found: the path is unknown, or has other methods. */
function explainMissing(method: string, path: string, methods: readonly string[]): Problem {
  if (methods.length === 0) return new Problem('NOT_FOUND', `No such operation: ${method} ${path}`);
  const allow = methods.join(', ');
  const message = `${method} is not a method of ${path}; use ${allow}`;
  return new Problem('METHOD_NOT_ALLOWED', message, { allow });
}

type ErrorAnswer = (
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

function createErrorAnswer(renderFailure: FailureRenderer, exchanges: Exchanges): ErrorAnswer {
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
    void reply.code(status).headers(headers);
    if (request.raw.complete) return reply.send(text);
    // The rest of its body is not read, so no request can follow it.
    exchanges.makeLast(reply.raw);
    void reply.header('content-length', Buffer.byteLength(text));
    return reply.send(Readable.from(answerUnread(text, request.raw)));
  };
}

function answerErrors(
  api: FastifyInstance,
  answer: ErrorAnswer,
  { app, webApp, guide }: Pick<Options, 'app' | 'webApp' | 'guide'>,
  findMethods: MethodFinder,
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
    return answer(explainMissing(request.method, path, findMethods(path)), request, reply);
  });
}
