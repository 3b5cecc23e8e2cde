import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import { parse } from 'fast-querystring';
import type { App } from '../../App.ts';
import type { FrontRequest, FrontResponse } from '#platform/lib/web/exchange.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { splitUrl } from '#platform/lib/web/splitUrl.ts';
import type { FailureRenderer } from '../errors/createFailureRenderer.ts';
import { baseHeaders } from '../server/headers/baseHeaders.ts';
import { compress, MIN_COMPRESSED } from '../server/compression.ts';
import { corsHeaders } from '../server/headers/cors.ts';
import { addLegacyHeaders, isLegacy } from '../server/headers/legacyHeaders.ts';
import type { PreparedRoute } from '../routing/prepareRoute.ts';

interface Options {
  readonly app: App;
  readonly routes: readonly PreparedRoute[];
  readonly renderFailure: FailureRenderer;
  /** Called with every answered operation and its status. */
  readonly onReply: (operationId: string, status: number) => void;
}

interface Call {
  readonly route: PreparedRoute;
  readonly legacy: boolean;
}

const NO_PARAMS = Object.freeze({});

/**
 * Answers plain requests to operations with a fixed path, such as resolve, without the web
 * framework (ADR 6). Returns true if it handles a request; every other one goes to the framework.
 */
export function createFastPathApi(options: Options) {
  const calls = new Map<string, Call>();
  for (const route of options.routes) {
    const { operation } = route;
    if (!isFixed(operation)) continue;
    for (const base of basesOf(operation)) {
      calls.set(base + operation.path, { route, legacy: isLegacy(operation, base) });
    }
  }

  return (request: FrontRequest, facts: RequestFacts, response: FrontResponse): boolean => {
    const { url = '/' } = request;
    const { path, query } = splitUrl(url);
    const call = calls.get(path);
    if (call === undefined) return false;
    answer(options, call, { url, query, facts, response }).catch((error: unknown) => {
      options.app.log.error({ err: error, requestId: facts.id }, 'An answer could not be sent');
      request.socket.destroy();
    });
    return true;
  };
}

/** A path without parameters, and JSON for every answer. */
function isFixed({ method, path, replies }: OperationDeclaration): boolean {
  return (
    method === 'GET' &&
    !path.includes('{') &&
    Object.values(replies).every(({ schema, mediaType }) => schema && mediaType === undefined)
  );
}

interface Exchange {
  readonly url: string;
  readonly query: string;
  readonly facts: RequestFacts;
  readonly response: FrontResponse;
}

async function answer(
  { app, renderFailure, onReply }: Options,
  { route: { operation, run }, legacy }: Call,
  { url, query, facts, response }: Exchange,
): Promise<void> {
  const headers = { ...baseHeaders(facts), ...corsHeaders(operation, facts, app.config) };
  if (legacy) addLegacyHeaders(app.config, url, (name, value) => (headers[name] = value));
  try {
    const reply = await run({
      request: facts,
      isHead: false,
      params: NO_PARAMS,
      query: parse(query),
      readBody: () => undefined,
      setHeaders: (more) => void Object.assign(headers, more),
      // Only calls long enough to be bounded use it, and they are not plain.
      onClose: () => {},
    });
    for (const [name, value] of Object.entries(reply.headers ?? {})) {
      // Only sign-in redirects send several headers of one name, and they are not plain.
      if (typeof value === 'string') headers[name] = value;
    }
    headers['content-type'] = 'application/json; charset=utf-8';
    const text = JSON.stringify(reply.body);
    let body: string | Buffer = text;
    if (text.length >= MIN_COMPRESSED) {
      const compressed = await compress(text, facts.header('accept-encoding'));
      Object.assign(headers, compressed.headers);
      body = compressed.body;
    }
    response.writeHead(reply.status, headers);
    response.end(body);
    onReply(operation.id, reply.status);
  } catch (thrown) {
    const failure = await renderFailure(thrown, {
      facts,
      url,
      unlimited: operation.limitClass === 'none',
      drawn: 'ratelimit-policy' in headers,
    });
    response.writeHead(failure.status, { ...headers, ...failure.headers });
    response.end(failure.text);
    onReply(operation.id, failure.status);
  }
}
