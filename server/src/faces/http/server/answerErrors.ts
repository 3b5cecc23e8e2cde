import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#platform/lib/Problem.ts';
import { createHostFaces } from '#platform/lib/web/createHostFaces.ts';
import type { App } from '../../App.ts';
import type { Guide } from '../docs/readGuide.ts';
import type { FailureRenderer } from '../errors/createFailureRenderer.ts';
import type { MethodFinder } from '../routing/findMethods.ts';
import { nameMissingUrl } from './headers/nameMissingUrl.ts';
import { factsOf } from './inFrontOf.ts';
import type { WebApp, WebFile } from './readWebApp.ts';
import { answerUnread } from './streams.ts';
import type { Exchanges } from './watchExchanges.ts';

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

interface Pages {
  readonly app: App;
  readonly webApp?: WebApp | undefined;
  readonly guide?: Guide | undefined;
}

type ErrorAnswer = (
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

export function createErrorAnswer(
  renderFailure: FailureRenderer,
  exchanges: Exchanges,
): ErrorAnswer {
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

export function answerErrors(
  api: FastifyInstance,
  answer: ErrorAnswer,
  { app, webApp, guide }: Pages,
  findMethods: MethodFinder,
): void {
  const isOurs = createHostFaces(app.config);
  api.setErrorHandler(answer);
  api.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!.slice(0, 200);
    const file = guide?.(path) ?? webApp?.(path, request.headers);
    const { host } = factsOf(request.raw);
    // Other hosts get here if PUBLIC_URL is not set.
    const sent = file && !isOurs(host) ? nameMissingUrl(file, host) : file;
    if (sendWebFile(sent, request, reply)) return reply;
    return answer(explainMissing(request.method, path, findMethods(path)), request, reply);
  });
}
