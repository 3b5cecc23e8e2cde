import { createServer, type Server } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { LIMITS } from '@fairlead/contract/limits';
import { createFactsReader } from '#platform/lib/web/requestFacts.ts';
import type { App } from '../../App.ts';
import { createDocuments } from '../docs/createDocuments.ts';
import type { Guide } from '../docs/readGuide.ts';
import { createFailureRenderer } from '../errors/createFailureRenderer.ts';
import { createFastPathApi } from '../fastPath/createFastPathApi.ts';
import { serveFastPath } from '../fastPath/serveFastPath.ts';
import { createBrandNotice } from '../routing/createBrandNotice.ts';
import { createMethodFinder } from '../routing/findMethods.ts';
import { type PreparedRoute, prepareRoute } from '../routing/prepareRoute.ts';
import type { Route } from '../routing/route.ts';
import { addOtherRoutes } from './addOtherRoutes.ts';
import { addRoute } from './addRoute.ts';
import { answerErrors, createErrorAnswer } from './answerErrors.ts';
import { preflightsOf } from './headers/cors.ts';
import {
  answerParserFaults,
  closeServer,
  factsOf,
  type Front,
  handleFastPath,
  inFrontOf,
} from './inFrontOf.ts';
import { pacePipelines } from './pacePipelines.ts';
import type { WebApp } from './readWebApp.ts';
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

/** The HTTP server of all surfaces: first the front, then the API. Only files of this folder use the framework. */
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
  const published = publish(app, routes);
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
        {
          keepAliveTimeout: idleMs,
          requireHostHeader: false,
          maxHeaderSize: LIMITS.headBytes,
        },
        inFrontOf(edge, handler),
      ),
  });
  leaveBodiesUnread(api);
  answerErrors(api, answerError, options, published.findMethods);
  for (const route of routes) addRoute(api, route, { app, onReply });
  addOtherRoutes(api, app, published);
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
