import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LIMITS } from '@fairlead/contract/limits';
import { basesOf, NDJSON, type OperationDeclaration } from '@fairlead/contract/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { App } from '../../App.ts';
import { servedMethodsOf } from '../routing/findMethods.ts';
import type { PreparedRoute } from '../routing/prepareRoute.ts';
import type { Reply } from '../routing/route.ts';
import { compress, MIN_COMPRESSED } from './compression.ts';
import { corsHeaders } from './headers/cors.ts';
import { addLegacyHeaders, isLegacy } from './headers/legacyHeaders.ts';
import { factsOf } from './inFrontOf.ts';
import { closeUnread, limitBytes, readText, streamRows } from './streams.ts';

interface Answering {
  readonly app: App;
  readonly onReply: (operationId: string, status: number) => void;
}

export function addRoute(
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
      // Not when it has arrived: a client whose body is refused may leave before.
      onSend: (_request, reply, payload, done) => {
        onReply(operation.id, reply.statusCode);
        done(null, payload);
      },
      handler: async (request, reply) => {
        const answer = await run({
          request: factsOf(request.raw),
          isHead: request.method === 'HEAD',
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

/** A path as the framework writes it. A slug may hold slashes, which not every client encodes. */
export function urlOf(path: string): string {
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request, LIMITS.bodyBytes);
  return text === '' ? undefined : parseJson(text, 'The body');
}
