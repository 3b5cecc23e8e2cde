import { type Finding, NO_BODY, parameterFinding } from '@fairlead/contract/finding';
import { createRenaming } from '@fairlead/contract/formerNames';
import { compileSchema, type CompiledSchema, partsThatFit } from '@fairlead/contract/findings';
import type { TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { App } from '../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { authenticate } from '../access/authenticate.ts';
import { answerOnce } from './answerOnce.ts';
import { isSdkClient, namesItself, speakBrand } from './client.ts';
import { getHeldToken } from '../access/installationToken.ts';
import { createGate } from './createGate.ts';
import { createLenientParser } from './lenientParsing.ts';
import { drawFor } from '../access/rateLimit.ts';
import type { CallerOf, Reply, Route } from './route.ts';
import { type Auth, NDJSON, type OperationDeclaration } from '@fairlead/contract/operation';

/** At most this many unknown query parameters are named. */
const MAX_UNKNOWN = 10;

type Caller = CallerOf<Auth>;

interface Incoming {
  readonly request: RequestFacts;
  readonly isHead: boolean;
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  /** Reads the body, if the operation has one; bodies of refused calls stay unread. */
  readonly readBody: () => unknown;
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void;
  /** Runs something once, when the response has been sent or no one waits for it any more. */
  readonly onClose: (run: () => void) => void;
}

export interface PreparedRoute {
  readonly operation: OperationDeclaration;
  readonly run: (incoming: Incoming) => Promise<Reply>;
}

/** Turns a route into one function: authenticate, validate, handle and, in tests, check the response. */
// oxlint-disable-next-line max-lines-per-function -- prepares once, and holds the steps of a call in their order
export function prepareRoute(
  app: App,
  route: Route,
  {
    checkReplies,
    noticeBrand,
  }: {
    readonly checkReplies: boolean;
    readonly noticeBrand: (request: RequestFacts) => void;
  },
): PreparedRoute {
  const { operation } = route;
  const params = operation.params && compileSchema(operation.params);
  const query = operation.query && compileSchema(operation.query);
  const body = operation.body && compileSchema(operation.body);
  const rename = createRenaming(operation.body);
  const understand = operation.body && createLenientParser(operation.body);
  const enter = operation.atOnce === undefined ? undefined : createGate(operation.atOnce);
  const changesCached = mayChangeCached(operation);
  const checkReply = checkReplies ? createReplyCheck(operation) : undefined;
  const handle =
    operation.idempotencyKey === true
      ? (call: Parameters<Route['handle']>[0]) => answerOnce(route, call)
      : route.handle;

  /** The caller, once the call has been charged to its budgets: by its head alone (Rule: limits 11). */
  async function admit({ request, params: named, setHeaders }: Incoming) {
    const caller = await authenticate(app, operation, request, named);
    const drawn = drawFor(app, operation, caller, request);
    const limited = drawn instanceof Promise ? await drawn : drawn;
    if (limited) setHeaders(limited.headers);
    if (limited?.problem) throw limited.problem;
    return { caller, giveBack: limited?.giveBack };
  }

  function findInParameters(incoming: Incoming, given: Record<string, unknown>, lenient: boolean) {
    return [
      ...(lenient || operation.openQuery ? [] : findUnknown(operation, incoming.query)),
      ...findParameters(params, incoming.params, 'the path'),
      ...findParameters(query, given, 'the query'),
      ...namesWithNul(given).map((name) =>
        parameterFinding(name, 'forbidden_character', `${name} must not contain a NUL character`),
      ),
    ];
  }

  function readToken(request: RequestFacts, caller: Caller, sdkClient: boolean) {
    if (caller.kind !== 'key' || operation.withoutDatabase === true) return null;
    const forgiven = forgivenFaults(operation, sdkClient);
    return getHeldToken(app, request, caller.project, { forgiven });
  }

  /** The body as the handler gets it. Adds what is wrong with it to `findings`. */
  async function readBody(
    { request, readBody: read }: Incoming,
    caller: Caller,
    lenient: boolean,
    findings: Finding[],
  ): Promise<unknown> {
    if (!operation.body) return undefined;
    if (hasBody(request)) checkMediaType(operation, request, lenient);
    const content = await read();
    const mayBeAbsent = content === undefined && operation.bodyOptional === true;
    if (!body || operation.bodyMediaTypes || mayBeAbsent) return content;
    const named = rename(content);
    const understood = lenient && understand ? understand(named) : named;
    if (understood === undefined) {
      findings.push(NO_BODY);
    } else if (findings.length > 0 || !body.check(understood)) {
      const found = body.findings(understood, 'The body');
      const fitting = partsThatFit(understood, found);
      const more = fitting && (await route.examine?.({ app, request, caller, body: fitting }));
      findings.push(...found, ...(more ?? []));
    }
    return understood;
  }

  async function run(received: Incoming): Promise<Reply> {
    const incoming = operation.keyInQuery === true ? withKeyOfQuery(received) : received;
    noticeBrand(incoming.request);
    const { caller, giveBack } = await admit(incoming);
    const reply = answer(incoming, caller);
    if (giveBack) reply.catch(giveBack);
    return reply;
  }

  async function answer(incoming: Incoming, caller: Caller): Promise<Reply> {
    const { request, isHead } = incoming;
    const sdkClient = isSdkClient(request, app.config);
    const lenient = sdkClient || (operation.lenient === true && !namesItself(request, app.config));
    let gone: AbortSignal | undefined;
    if (enter) {
      // The operator names the project in the path; a person's link may be of any project.
      const project = 'project' in caller ? caller.project.id : incoming.params['projectId'];
      const holder = project?.toLowerCase() ?? ('user' in caller ? caller.user.id : caller.kind);
      const leave = enter(holder);
      const controller = new AbortController();
      ({ signal: gone } = controller);
      incoming.onClose(() => {
        leave();
        controller.abort(new Problem('UNAVAILABLE', 'The caller has gone'));
      });
    }
    const token = await readToken(request, caller, sdkClient);
    const [unknown] = namesWithNul(incoming.params);
    if (unknown !== undefined) {
      throw new Problem('NOT_FOUND', `There is no ${unknown} ${incoming.params[unknown]}`);
    }
    const given = operation.query ? readQuery(operation.query, incoming.query) : {};
    const findings = findInParameters(incoming, given, lenient);
    const content = await readBody(incoming, caller, lenient, findings);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const call = { app, request, caller, token, params: incoming.params, query: given };
    const reply = await handle({ ...call, body: content, gone, isHead });
    // Callers read their own writes, whatever they changed.
    if (changesCached) await app.changes.caughtUp();
    const checked = checkReply ? checkReply(reply) : reply;
    const headers = { 'x-installation-token': token?.freshToken, ...checked.headers };
    return { ...checked, headers: speakBrand(headers, request, app.config) };
  }

  return { operation, run };
}

function hasBody({ header }: RequestFacts): boolean {
  return header('transfer-encoding') !== undefined || Number(header('content-length') ?? 0) > 0;
}

/** Refuses a body that we would misread. SDKs send JSON under all sorts of types (Rule: sdk-clients). */
function checkMediaType(
  { bodyMediaTypes = ['application/json'] }: OperationDeclaration,
  { header }: RequestFacts,
  lenient: boolean,
): void {
  const coding = header('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new Problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `This server does not read Content-Encoding: ${coding.slice(0, 100)}; send the body as it is`,
      { 'accept-encoding': 'identity' },
    );
  }
  const [type = ''] = (header('content-type') ?? '').split(';', 1);
  const name = type.trim().toLowerCase();
  if (lenient || name === '' || name.endsWith('+json') || bodyMediaTypes.includes(name)) return;
  throw new Problem(
    'UNSUPPORTED_MEDIA_TYPE',
    `This operation does not read ${name.slice(0, 100)}; send Content-Type: ${bodyMediaTypes.join(' or ')}`,
  );
}

/** The request with the key from its query, unless it already has one in the header. */
function withKeyOfQuery(incoming: Incoming): Incoming {
  const { request, query } = incoming;
  const { header } = request;
  const { key } = query;
  if (typeof key !== 'string' || header('x-app-key') || header('x-api-key')) return incoming;
  const withKey = (name: string) => (name === 'x-app-key' ? key : header(name));
  return { ...incoming, request: { ...request, header: withKey } };
}

/** The operations of apps change nothing cached except a link they create, which its route handles. */
function mayChangeCached({ method, path, withoutDatabase }: OperationDeclaration): boolean {
  return method !== 'GET' && !path.startsWith('/sdk/') && withoutDatabase !== true;
}

/** A caller who wants a new token may send an expired one (Rule: credentials 6), and an SDK whatever it has stored. */
function forgivenFaults({ renewsToken }: OperationDeclaration, sdkClient: boolean) {
  if (renewsToken !== true) return [];
  return sdkClient ? (['expired', 'invalid'] as const) : (['expired'] as const);
}

/** If unknown parameters were silently ignored, a misspelt filter would list everything. */
function findUnknown(
  { query }: OperationDeclaration,
  given: Readonly<Record<string, unknown>>,
): Finding[] {
  const known = query?.properties ?? {};
  return Object.keys(given)
    .filter((name) => name !== '' && !Object.hasOwn(known, name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => {
      const message = `${name.slice(0, 200)} is not a known query parameter; leave it out`;
      return parameterFinding(name, 'unknown_parameter', message);
    });
}

/** What is wrong with parameters; no part of the body is involved. */
function findParameters(
  schema: CompiledSchema | undefined,
  given: Readonly<Record<string, unknown>>,
  whole: string,
): Finding[] {
  if (schema === undefined || schema.check(given)) return [];
  return schema
    .findings(given, whole)
    .map(({ field, code, message }) => parameterFinding(field, code, message));
}

/** Only declared parameters, each once (the first counts), with numbers and booleans parsed from text. */
function readQuery(schema: TObject, query: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = query[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first === undefined) continue;
    // `Convert` would cut the fraction of an integer off.
    const isFraction = property['type'] === 'integer' && !/^[+-]?\d+$/.test(String(first));
    read[name] = isFraction ? first : Value.Convert(property, first);
  }
  return read;
}

/** PostgreSQL's text cannot contain NUL, so nothing could ever match. */
function namesWithNul(values: Record<string, unknown>): string[] {
  return Object.keys(values).filter((name) => String(values[name]).includes('\u0000'));
}

function createReplyCheck(operation: OperationDeclaration): (reply: Reply) => Reply {
  const schemas = new Map(
    Object.entries(operation.replies).map(([status, reply]) => [
      Number(status),
      reply.schema && compileSchema(reply.schema),
    ]),
  );
  return (reply) => {
    if (!schemas.has(reply.status)) {
      throw new Error(`${operation.id} answered the undeclared status ${reply.status}`);
    }
    const schema = schemas.get(reply.status);
    // The bytes of a file are not checked.
    if (schema === undefined) return reply;
    const check = (value: unknown) => checkValue(operation, reply.status, schema, value);
    if (operation.replies[reply.status]?.mediaType === NDJSON) {
      return { ...reply, body: checkEach(reply.body as AsyncIterable<unknown>, check) };
    }
    check(reply.body);
    return reply;
  };
}

function checkValue(
  operation: OperationDeclaration,
  status: number,
  schema: CompiledSchema,
  value: unknown,
): void {
  // As it goes over the wire: without undefined properties, dates as text.
  const sent = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const findings = schema.findings(sent, 'body');
  if (findings.length > 0)
    throw new Error(
      `${operation.id} ${status}: ${findings.map(({ message }) => message).join('; ')}`,
    );
}

async function* checkEach(values: AsyncIterable<unknown>, check: (value: unknown) => void) {
  for await (const value of values) {
    check(value);
    yield value;
  }
}
