import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ErrorCode, StatusOf } from './errors.ts';
import type { ErrorResponse } from './resources.ts';

/**
 * Who may call an operation.
 * - `anonymous`: anyone; a key only adds context.
 * - `appKey`: an application key of either class; `secretKey`: of class `secret` only.
 * - `secretKeyOrSession`: a secret key, or a dashboard session of a member of the link's project.
 * - `secretKeyOrViewer`: a secret key of the project in the path, or a member of it with any role.
 * - `secretKeyOrEditor`: a secret key of the project in the path, or an `editor` of it.
 * - `session`: a signed-in dashboard user; `member`: one who belongs to the project in the path
 *   (`viewer` reads, `admin` makes changes, `owner` transfers and deletes; `editor` changes links: an
 *   admin, the owner, or a viewer who is an editor of a folder, as far as that folder goes).
 * - `instanceAdmin`: the operator, by ADMIN_TOKEN.
 */
export type Auth =
  | 'anonymous'
  | 'appKey'
  | 'secretKey'
  | 'secretKeyOrSession'
  | 'secretKeyOrViewer'
  | 'secretKeyOrEditor'
  | 'session'
  | 'viewer'
  | 'editor'
  | 'admin'
  | 'owner'
  | 'instanceAdmin';

/** `sdk`: served under `/v1` and, deprecated, unversioned. `dashboard`: under `/api/v1`. */
export type ApiName = 'sdk' | 'dashboard';

/** One JSON value per line: a body or response of this type is processed while it streams. */
export const NDJSON = 'application/x-ndjson';

/** Which budget of Rule: limits a call is charged to. */
export type LimitClass =
  /** By client IP address; a call with a valid key is counted as `telemetry` instead. */
  | 'public'
  | 'read'
  /** Whatever changes something, not creation alone. */
  | 'create'
  /** All phones of an app use the same key, so calls are counted by key and client IP address together. */
  | 'telemetry'
  /** As `telemetry`, with a smaller budget for a publishable key without a valid installation token. */
  | 'events'
  | 'signIn'
  /** A provider that signs what it sends, by client IP address. */
  | 'source'
  | 'none';

export interface ReplyDeclaration {
  readonly description: string;
  /** Of the body, or of each row of an NDJSON body; absent for files, pages and 204. */
  readonly schema?: TSchema;
  /** Media type if it is not application/json. Callers who prefer JSON to NDJSON get an array. */
  readonly mediaType?: string;
  /** Response headers by name, lower case. Optional unless the description says otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly example?: unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OperationDeclaration {
  readonly id: string;
  readonly method: Method;
  /** A PUT that is also served as PATCH, because it leaves omitted fields unchanged. */
  readonly alsoPatch?: boolean;
  /** Path template with `{name}` parts, without its base. */
  readonly path: string;
  readonly api: ApiName;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: Auth;
  readonly limitClass: LimitClass;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /**
   * Issues an installation token: an expired one sent with the call is accepted, as is any invalid one from an SDK
   * client.
   */
  readonly renewsToken?: boolean;
  /** Answered while the database is away: an installation token sent with it is not looked at, and nothing cached changes. */
  readonly withoutDatabase?: boolean;
  /** SDKs do not identify themselves on this call, so a call without a client header is parsed leniently too. */
  readonly lenient?: boolean;
  /** Undeclared query parameters are ignored, because they belong to others. */
  readonly openQuery?: boolean;
  /** The application key may be sent as `?key=`, as Firebase clients do. */
  readonly keyInQuery?: boolean;
  /** Errors have the format of Google's APIs. */
  readonly googleErrors?: boolean;
  /** Also served under `/api/v1`, where management clients expect it. */
  readonly alsoUnderApi?: boolean;
  /** Maximum simultaneous calls of one project in one process. */
  readonly atOnce?: number;
  /** A creation that `Idempotency-Key` makes safe to repeat: its handler writes only with the database of its call. */
  readonly idempotencyKey?: boolean;
  /** The body may be omitted entirely. */
  readonly bodyOptional?: boolean;
  /** Set if the handler reads the body itself, as a stream of bytes: its media types. */
  readonly bodyMediaTypes?: readonly string[];
  /** Maximum bytes of a streamed body; for others it is `LIMITS.bodyBytes`. */
  readonly bodyBytes?: number;
  readonly bodyExample?: unknown;
  readonly replies: { readonly [status: number]: ReplyDeclaration };
  readonly errors: readonly ErrorCode[];
  /** What some errors carry in addition to the members of every error, in both formats. */
  readonly errorMembers?: { readonly [C in ErrorCode]?: TObject };
}

/** The errors that callers of the operation can get: those it declares, and those raised before its handler. */
export function errorsOf(operation: OperationDeclaration): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...operation.errors,
    ...(operation.method === 'GET' ? [] : (['UNSUPPORTED_MEDIA_TYPE'] as const)),
    // A publishable key.
    ...(operation.auth === 'secretKeyOrViewer' ? (['FORBIDDEN'] as const) : []),
    ...(operation.idempotencyKey === true ? (['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(operation.openQuery === true ? [] : (['VALIDATION_ERROR'] as const)),
    // The operator is not limited; someone guessing the token is.
    ...(operation.limitClass !== 'none' || operation.auth === 'instanceAdmin'
      ? (['RATE_LIMITED'] as const)
      : []),
  ]);
}

/** Declares an operation; the value keeps its exact type, so that handlers and clients are typed by it. */
export function operation<const O extends OperationDeclaration>(declaration: O): O {
  return declaration;
}

/** What a handler returns as the body: a value, the lines of a stream, the bytes of a file, or nothing. */
type BodyOfReply<R> = R extends { schema: TSchema; mediaType: typeof NDJSON }
  ? AsyncIterable<Static<R['schema']>>
  : R extends { schema: TSchema }
    ? Static<R['schema']>
    : R extends { mediaType: string }
      ? AsyncIterable<Uint8Array>
      : undefined;

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;

export type ParamsOf<O extends OperationDeclaration> = StaticOr<O['params'], Record<never, never>>;
export type QueryOf<O extends OperationDeclaration> = StaticOr<O['query'], Record<never, never>>;
export type HeadersOf<O extends OperationDeclaration> = StaticOr<
  O['headers'],
  Record<never, never>
>;
export type BodyOf<O extends OperationDeclaration> = O['bodyMediaTypes'] extends readonly string[]
  ? AsyncIterable<Uint8Array>
  : StaticOr<O['body'], undefined>;

/** Several values if a header may occur several times, as `set-cookie` does. */
export type HeaderValue = string | readonly string[] | undefined;

/** Every response a handler of the operation may return: a declared status with its body and headers. */
export type ReplyOf<O extends OperationDeclaration> = {
  [S in keyof O['replies'] & number]: {
    readonly status: S;
    readonly body: BodyOfReply<O['replies'][S]>;
    readonly headers?: Readonly<
      Partial<Record<keyof NonNullable<O['replies'][S]['headers']> & string, HeaderValue>>
    >;
  };
}[keyof O['replies'] & number];

/** The methods by which an operation is called. */
export function methodsOf({
  method,
  alsoPatch,
}: Pick<OperationDeclaration, 'method' | 'alsoPatch'>): readonly Method[] {
  return alsoPatch === true ? [method, 'PATCH'] : [method];
}

/** Every error that an operation answers with members of its own. */
export type ErrorWithMembers<O extends OperationDeclaration> = {
  [C in keyof NonNullable<O['errorMembers']> & ErrorCode]: {
    readonly status: StatusOf<C>;
    readonly body: ErrorResponse & StaticOr<NonNullable<O['errorMembers']>[C], unknown>;
  };
}[keyof NonNullable<O['errorMembers']> & ErrorCode];

/** The list of rows that a body is or has, and its name there: with one row a line it is the whole body. */
export function listOfBody(body: TSchema): { readonly list: TSchema; readonly name?: string } {
  if (body['items'] !== undefined) return { list: body };
  const properties = Object.entries((body['properties'] ?? {}) as Record<string, TSchema>);
  const found = properties.find(([, { items }]) => items !== undefined);
  if (found === undefined) throw new Error('A body of rows without a list');
  return { list: found[1], name: found[0] };
}

/** The base paths under which an operation is served. */
export function basesOf({
  api,
  alsoUnderApi,
}: Pick<OperationDeclaration, 'api' | 'alsoUnderApi'>): readonly string[] {
  if (api === 'dashboard') return ['/api/v1'];
  return alsoUnderApi === true ? ['/v1', '', '/api/v1'] : ['/v1', ''];
}
