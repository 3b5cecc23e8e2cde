import type { TObject, TSchema } from '@sinclair/typebox';
import { ERROR_GUIDE, exampleFindings } from './errorGuide.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import { exampleOf } from './exampleOf.ts';
import type { Auth, OperationDeclaration, ReplyDeclaration, ApiName } from './operation.ts';
import { basesOf, errorsOf } from './operation.ts';
import { asGoogleError, GoogleError } from './googleError.ts';
import { ErrorResponse, ProblemDocument } from './resources.ts';

type Json = Record<string, unknown>;

/** Version of the contract (Rule: versioning 3). */
export const API_VERSION = '1.0.0';

const SECURITY: Record<Auth, readonly string[]> = {
  anonymous: [],
  appKey: ['appKey'],
  secretKey: ['appKey'],
  secretKeyOrSession: ['appKey', 'dashboardSession'],
  session: ['dashboardSession'],
  viewer: ['dashboardSession'],
  admin: ['dashboardSession'],
  owner: ['dashboardSession'],
  instanceAdmin: ['instanceAdmin'],
};

const DESCRIPTION: Record<ApiName, string> = {
  sdk: 'Mobile deep links: create, resolve and manage them, and track installations and sessions. Every answer carries X-Request-Id.',
  dashboard: 'What the dashboard does, with the session of a signed-in user.',
};

const header = (description: string, type = 'string') => ({ description, schema: { type } });

/** Response headers in addition to those that an operation declares. */
const HEADERS = {
  'X-Request-Id': header('Names the request in logs; tell it when something went wrong.'),
  'RateLimit-Policy': header('The budget of the call: its name, requests (q) and seconds (w).'),
  RateLimit: header('How the budget stands: requests left (r) and seconds until it is full (t).'),
  'RateLimit-Limit': header('Requests a window; the older form.', 'integer'),
  'RateLimit-Remaining': header('Requests left; the older form.', 'integer'),
  'RateLimit-Reset': header('Seconds until the budget is full; the older form.', 'integer'),
  'Retry-After': header('Seconds to wait.', 'integer'),
} as const;

function commonHeaders({ limitClass }: OperationDeclaration, code?: ErrorCode): Json {
  const names = Object.keys(HEADERS).filter(
    (name) =>
      (limitClass !== 'none' || !name.startsWith('RateLimit')) &&
      (name !== 'Retry-After' || code === 'RATE_LIMITED' || code === 'UNAVAILABLE'),
  );
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const SECURITY_SCHEMES = {
  appKey: { type: 'apiKey', in: 'header', name: 'X-App-Key' },
  dashboardSession: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  instanceAdmin: { type: 'http', scheme: 'bearer', description: 'ADMIN_TOKEN of the instance.' },
};

/** Builds the OpenAPI 3.1 document of one API from its operations. */
export function renderOpenapi(api: ApiName, all: readonly OperationDeclaration[]): Json {
  const schemas = new Map<string, TSchema>();
  const paths: Record<string, Json> = {};
  const used = all.filter((each) => each.api === api);
  for (const operation of used) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = renderOperation(operation, schemas);
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
      ...(base === '' && { description: 'Deprecated; answers as /v1 does.' }),
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

function renderOperation(operation: OperationDeclaration, schemas: Map<string, TSchema>): Json {
  const responses: Record<string, Json> = {};
  for (const [status, reply] of Object.entries(operation.replies)) {
    responses[status] = renderReply(operation, reply, schemas);
  }
  for (const code of errorsOf(operation)) {
    const { status, title } = ERROR_CODES[code];
    responses[status] ??= errorReply(operation, title, code);
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: SECURITY[operation.auth].map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...parametersOf('path', operation.params),
      ...parametersOf('query', operation.query),
      ...parametersOf('header', operation.headers),
    ],
    ...(operation.body && { requestBody: renderBody(operation, schemas) }),
    responses,
  };
}

function renderBody(operation: OperationDeclaration, schemas: Map<string, TSchema>): Json {
  const media = {
    schema: refer(operation.body!, schemas),
    ...shown(operation.bodyExample ?? exampleOf(operation.body!)),
  };
  const types = operation.bodyMediaTypes ?? ['application/json'];
  return {
    required: operation.bodyOptional !== true,
    content: Object.fromEntries(types.map((type) => [type, media])),
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
  const headers = Object.entries(reply.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const content = reply.schema && {
    [reply.mediaType ?? 'application/json']: {
      schema: refer(reply.schema, schemas),
      ...shown(reply.example ?? exampleOf(reply.schema)),
    },
  };
  return {
    description: reply.description,
    headers: { ...Object.fromEntries(headers), ...commonHeaders(operation) },
    ...(content
      ? { content }
      : reply.mediaType && { content: { [reply.mediaType]: { schema: {} } } }),
  };
}

function errorReply(operation: OperationDeclaration, title: string, code: ErrorCode): Json {
  const { status } = ERROR_CODES[code];
  const { example: message } = ERROR_GUIDE[code];
  const media = (id: string, example: Json) => ({
    schema: { $ref: `#/components/schemas/${id}` },
    example,
  });
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
    bestEffort: _lenient,
    exact: _exact,
    ...rest
  } = value as TSchema;
  if ($id && schemas?.has($id)) return { $ref: `#/components/schemas/${$id}` };
  const { anyOf, ...others } = rest;
  if (Array.isArray(anyOf) && anyOf.every((each) => 'const' in each)) {
    return { ...others, type: 'string', enum: anyOf.map((each) => each.const) };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, plain(part, schemas)]));
}
