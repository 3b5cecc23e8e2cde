import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { ERROR_GUIDE, exampleFindings } from './errorGuide.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import { exampleOf } from './exampleOf.ts';
import type { ApiName, Auth, Method, OperationDeclaration, ReplyDeclaration } from './operation.ts';
import { basesOf, errorsOf, listOfBody, methodsOf, NDJSON } from './operation.ts';
import { asGoogleError, GoogleError } from './googleError.ts';
import { LIMITS } from './limits.ts';
import { ErrorResponse, ProblemDocument } from './resources.ts';
import { Shape } from './schemas.ts';

type Json = Record<string, unknown>;

/** Version of the contract (Rule: versioning 3). */
export const API_VERSION = '1.0.0';

const SECURITY: Record<Auth, readonly string[]> = {
  anonymous: [],
  appKey: ['appKey'],
  secretKey: ['appKey'],
  secretKeyOrSession: ['appKey', 'dashboardSession'],
  secretKeyOrViewer: ['appKey', 'dashboardSession'],
  secretKeyOrEditor: ['appKey', 'dashboardSession'],
  session: ['dashboardSession'],
  viewer: ['dashboardSession'],
  editor: ['dashboardSession'],
  admin: ['dashboardSession'],
  owner: ['dashboardSession'],
  instanceAdmin: ['instanceAdmin'],
};

const DESCRIPTION: Record<ApiName, string> = {
  sdk: 'Mobile deep links: create, resolve and manage them, and track installations and sessions. Every response carries X-Request-Id.',
  dashboard: 'The operations behind the dashboard, called with the session of a signed-in user.',
};

const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLength,
      description:
        'A value of your choice, unique to one creation. Repeating the request within a day returns the first response again.',
    }),
  ),
});
const REPLAYED = {
  'Idempotency-Replayed':
    '`true` if the Idempotency-Key was known and this is the response of the first call.',
};

const header = (description: string, type = 'string') => ({ description, schema: { type } });

/** Response headers in addition to those that an operation declares. */
const HEADERS = {
  'X-Request-Id': header(
    'Identifies the request in the server log; include it when you report a problem.',
  ),
  'RateLimit-Policy': header('The budget of the call: name, requests (q) and seconds (w).'),
  RateLimit: header(
    'State of the budget: requests left (r) and seconds until it is full again (t).',
  ),
  'RateLimit-Limit': header('Requests per window; older form.', 'integer'),
  'RateLimit-Remaining': header('Requests left; older form.', 'integer'),
  'RateLimit-Reset': header('Seconds until the budget is full again; older form.', 'integer'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  'WWW-Authenticate': header('Bearer: send a key or a session token as a bearer token.'),
} as const;

function commonHeaders({ limitClass }: OperationDeclaration, code?: ErrorCode): Json {
  const names = Object.keys(HEADERS).filter(
    (name) =>
      (limitClass !== 'none' || !name.startsWith('RateLimit')) &&
      (name !== 'WWW-Authenticate' || code === 'UNAUTHORIZED') &&
      (name !== 'Retry-After' || code === 'RATE_LIMITED' || code === 'UNAVAILABLE'),
  );
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const SECURITY_SCHEMES = {
  appKey: { type: 'apiKey', in: 'header', name: 'X-App-Key' },
  dashboardSession: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  instanceAdmin: { type: 'http', scheme: 'bearer', description: 'The server’s ADMIN_TOKEN.' },
};

/** Builds the OpenAPI 3.1 document of one API from its operations. */
export function renderOpenapi(api: ApiName, all: readonly OperationDeclaration[]): Json {
  const schemas = new Map<string, TSchema>();
  const paths: Record<string, Json> = {};
  const used = all.filter((each) => each.api === api);
  for (const operation of used) {
    const path = (paths[operation.path] ??= {});
    for (const method of methodsOf(operation)) {
      path[method.toLowerCase()] = renderOperation(operation, method, schemas);
    }
  }
  for (const schema of [ErrorResponse, ProblemDocument]) collect(schema, schemas);
  if (used.some(({ googleErrors }) => googleErrors)) collect(GoogleError, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: api === 'sdk' ? 'Fairlead API' : 'Fairlead dashboard API',
      version: API_VERSION,
      description: DESCRIPTION[api],
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: basesOf({ api }).map((base) => ({
      url: base === '' ? '/' : base,
      ...(base === '' && { description: 'Deprecated alias of /v1.' }),
    })),
    tags: [...new Set(used.map((each) => each.tag))].map((name) => ({ name })),
    paths,
    components: {
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.fromEntries(
        [...schemas]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([id, schema]) => [id, inline(schema, schemas)]),
      ),
    },
  };
}

function renderOperation(
  operation: OperationDeclaration,
  method: Method,
  schemas: Map<string, TSchema>,
): Json {
  const responses: Record<string, Json> = {};
  for (const [status, reply] of Object.entries(operation.replies)) {
    responses[status] = renderReply(operation, reply, schemas);
  }
  for (const code of errorsOf(operation)) {
    const { status, title } = ERROR_CODES[code];
    responses[status] ??= errorReply(operation, title, code, schemas);
  }
  return {
    // An id names one method only.
    operationId: method === operation.method ? operation.id : `${operation.id}ByPatch`,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: SECURITY[operation.auth].map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...parametersOf('path', operation.params),
      ...parametersOf('query', operation.query),
      ...parametersOf('header', operation.headers),
      ...(operation.idempotencyKey === true ? parametersOf('header', idempotencyHeaders) : []),
    ],
    ...(operation.body && { requestBody: renderBody(operation, schemas) }),
    responses,
  };
}

function renderBody(operation: OperationDeclaration, schemas: Map<string, TSchema>): Json {
  const body = operation.body!;
  const example = operation.bodyExample ?? exampleOf(body);
  const content = operation.bodyMediaTypes?.includes(NDJSON)
    ? renderRows(body, example, schemas)
    : { 'application/json': { schema: refer(body, schemas), ...shown(example) } };
  return { required: operation.bodyOptional !== true, content };
}

/** Rows, as one array and as lines; OpenAPI 3.1 knows the latter only as text. */
function renderRows(body: TSchema, example: unknown, schemas: Map<string, TSchema>): Json {
  const { list, name } = listOfBody(body);
  const { $id: row } = list['items'] as TSchema;
  const description = `A JSON object per line, each a ${row}.`;
  const rows = name === undefined ? example : (example as Record<string, unknown>)[name];
  const lines = (rows as unknown[]).map((each) => `${JSON.stringify(each)}\n`);
  return {
    'application/json': { schema: refer(body, schemas), ...shown(example) },
    [NDJSON]: { schema: { type: 'string', description }, ...shown(lines.join('')) },
  };
}

function shown(example: unknown): Json {
  return example === undefined ? {} : { example };
}

function renderReply(
  operation: OperationDeclaration,
  reply: ReplyDeclaration,
  schemas: Map<string, TSchema>,
): Json {
  const own = { ...reply.headers, ...(operation.idempotencyKey === true && REPLAYED) };
  const headers = Object.entries(own).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const { schema, mediaType = 'application/json' } = reply;
  const example = reply.example ?? (schema && exampleOf(schema));
  const content =
    schema &&
    (mediaType === NDJSON
      ? renderRows(Type.Array(schema), [example], schemas)
      : { [mediaType]: { schema: refer(schema, schemas), ...shown(example) } });
  return {
    description: reply.description,
    headers: { ...Object.fromEntries(headers), ...commonHeaders(operation) },
    ...(content
      ? { content }
      : reply.mediaType && { content: { [reply.mediaType]: { schema: {} } } }),
  };
}

function errorReply(
  operation: OperationDeclaration,
  title: string,
  code: ErrorCode,
  schemas: Map<string, TSchema>,
): Json {
  const { status } = ERROR_CODES[code];
  const { example: message } = ERROR_GUIDE[code];
  const members = operation.errorMembers?.[code];
  const media = (id: string, example: Json) => {
    if (!members) return { schema: { $ref: `#/components/schemas/${id}` }, example };
    const usual = id === 'ErrorResponse' ? ErrorResponse : ProblemDocument;
    const properties = { ...usual.properties, ...members.properties };
    return {
      schema: refer(Shape(`${members.$id ?? ''}${id}`, properties), schemas),
      example: { ...example, ...(exampleOf(members) as Json) },
    };
  };
  return {
    description: `${title} (${code})`,
    headers: commonHeaders(operation, code),
    content: {
      'application/json': operation.googleErrors
        ? media('GoogleError', asGoogleError(status, message))
        : media('ErrorResponse', { statusCode: status, message, error: code }),
      'application/problem+json': media('ProblemDocument', {
        type: `https://links.example.com/docs/errors/${code}`,
        title,
        status,
        detail: message,
        instance: `${basesOf(operation)[0]}${operation.path}`,
        code,
        errors: exampleFindings(code),
      }),
    },
  };
}

function parametersOf(place: 'path' | 'query' | 'header', schema?: TObject): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = plain(property) as { description?: string };
    return {
      name,
      in: place,
      required: place === 'path' || schema?.required?.includes(name) === true,
      ...(description && { description }),
      schema: rest,
    };
  });
}

/** A named schema becomes a reference to a component; an unnamed one is inlined. */
function refer(schema: TSchema, schemas: Map<string, TSchema>): unknown {
  collect(schema, schemas);
  return schema.$id ? { $ref: `#/components/schemas/${schema.$id}` } : inline(schema, schemas);
}

function collect(schema: unknown, schemas: Map<string, TSchema>): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { $id } = schema as TSchema;
  if ($id && !schemas.has($id)) schemas.set($id, schema as TSchema);
  for (const part of Object.values(schema)) collect(part, schemas);
}

function inline(schema: TSchema, schemas: Map<string, TSchema>): unknown {
  const { $id: _name, ...rest } = schema;
  return plain(rest, schemas);
}

/** Drops our own annotations and turns unions of literals into enums, as OpenAPI tools expect. */
function plain(value: unknown, schemas?: Map<string, TSchema>): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const {
    $id,
    patternMessage: _pattern,
    requiredMessage: _required,
    undocumented: _undocumented,
    bestEffort: _lenient,
    exact: _exact,
    formerly: _formerly,
    ...rest
  } = value as TSchema;
  if ($id && schemas?.has($id)) return { $ref: `#/components/schemas/${$id}` };
  const { anyOf, ...others } = rest;
  if (Array.isArray(anyOf) && anyOf.every((each) => 'const' in each)) {
    return { ...others, type: 'string', enum: anyOf.map((each) => each.const) };
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([, part]) => part?.undocumented !== true)
      .flatMap(([key, part]) => [[key, plain(part, schemas)], ...formerName(key, part, schemas)]),
  );
}

/** A property under the name that it had, for as long as that is taken. */
function formerName(name: string, part: unknown, schemas?: Map<string, TSchema>): [string, Json][] {
  if (typeof part !== 'object' || part === null) return [];
  const { formerly } = part as TSchema;
  if (typeof formerly !== 'string') return [];
  const described = plain(part, schemas) as Json;
  const description = `Former name of \`${name}\`; send one of the two.`;
  return [[formerly, { ...described, deprecated: true, description }]];
}
