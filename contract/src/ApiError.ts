import type { ErrorResponse, FieldError, ProblemDocument } from './resources.ts';

/** The response of a call, as `createClient` returns it. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * A refused or failed call, for clients. `errors` says which fields are invalid; it is set if the client asked for
 * problem documents (`accept: PROBLEM_JSON`).
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** 0: no response. */
  readonly status: number;
  /** Stable code, such as VALIDATION_ERROR. */
  readonly code: string | undefined;
  /** Each finding as a sentence. */
  readonly messages: readonly string[];
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.messages.join('; '));
    this.status = failure.status;
    this.messages = failure.messages;
    this.code = failure.code;
    this.errors = failure.errors ?? [];
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }
}

export interface Failure {
  readonly status: number;
  readonly messages: readonly string[];
  readonly code?: string | undefined;
  readonly errors?: readonly FieldError[];
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** The Accept value for errors as problem documents (RFC 9457). */
export const PROBLEM_JSON = 'application/problem+json, application/json';

/** Reads an error response in either format; one produced by a proxy has no messages. */
export function readFailure({ status, headers, body }: Answer): Failure {
  const fields = typeof body === 'object' && body !== null ? body : {};
  const { message, error }: Partial<ErrorResponse> = fields;
  const { detail, code, errors = [] }: Partial<ProblemDocument> = fields;
  const wait = Number(headers.get('retry-after'));
  const sentences = errors.length > 0 ? errors.map((each) => each.message) : (detail ?? message);
  return {
    status,
    messages: sentences === undefined ? [] : [sentences].flat(),
    code: code ?? error,
    errors,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: wait > 0 ? wait : undefined,
  };
}
