import type { FieldError, Operation } from '../contract.ts';
import { FairleadError, type Failure } from './FairleadError.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a single call may say for itself. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Transport {
  /** With its version, such as `https://links.example.com/v1`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: Fetch | undefined;
  readonly timeout: number;
  readonly maxRetries: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly retryDelay: number;
  /** The error that is thrown; FairleadError unless said otherwise. */
  readonly errorOf?: (failure: Failure) => FairleadError;
}

export interface Call extends CallOptions {
  /**
   * Whether a repetition does no harm although the first attempt may have been carried out: by default of every method
   * but POST.
   */
  readonly repeatable?: boolean;
  /** Text that is sent as it is, in place of the input's body. */
  readonly raw?: { readonly type: string; readonly text: string };
  /** Lets the request outlive the page it was made on. */
  readonly keepalive?: boolean;
  /** Whether the answer still matters to somebody, asked before each repetition; otherwise the failure stands. */
  readonly isWanted?: () => boolean;
  /** Hears why the request is repeated. */
  readonly onRetry?: (failure: Failure) => void;
}

export interface Answer<Output> {
  readonly data: Output;
  readonly response: Response;
  readonly requestId: string | undefined;
  /** Names the version of what was read, where there are versions: for `ifMatch` of a change. */
  readonly etag: string | undefined;
}

/** A server that asks for a longer pause than this gets no retry within the call. Seconds. */
const MAX_PAUSE_SECONDS = 30;
const MAX_DELAY_MS = 8_000;
const INVALID_ANSWER = 'INVALID_ANSWER';
/** Of an error, its problem document: only that names the fields. */
const ACCEPT = 'application/problem+json, application/json';

interface Parts {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** Carries out an operation, repeating what is safe to repeat. */
// oxlint-disable-next-line complexity -- the tries of one call, with every way they end
export async function send<Input, Output>(
  transport: Transport,
  operation: Operation<Input, Output>,
  input: Input,
  call: Call = {},
): Promise<Answer<Output>> {
  const { params, query, body } = input as Parts;
  const { method } = operation;
  const text = call.raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const url = transport.baseUrl + pathOf(operation.path, params, query);
  const headers = {
    accept: ACCEPT,
    ...(text !== undefined && { 'content-type': call.raw?.type ?? 'application/json' }),
    ...transport.headers,
    ...call.headers,
  };
  const init: RequestInit = {
    method,
    headers,
    ...(text !== undefined && { body: text }),
    ...(call.keepalive === true && { keepalive: true }),
  };
  const retries = call.maxRetries ?? transport.maxRetries;
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptOnce(transport, url, init, call);
    if ('response' in result) return result as Answer<Output>;
    // A deletion whose answer was lost finds nothing any more.
    if (result.status === 404 && method === 'DELETE' && attempt > 0) {
      const data = { success: true } as Output;
      return { data, response: new Response(), requestId: undefined, etag: undefined };
    }
    if (attempt >= retries || !mayRepeat(result, method, call)) {
      throw errorOf(transport, result);
    }
    call.onRetry?.(result);
    await pause(result, attempt, transport.retryDelay, call.signal);
    if (call.isWanted?.() === false) throw errorOf(transport, result);
  }
}

function errorOf(transport: Transport, failure: Failure): FairleadError {
  return transport.errorOf?.(failure) ?? new FairleadError(failure);
}

async function attemptOnce(
  { fetch: perform = fetch, ...transport }: Transport,
  url: string,
  init: RequestInit,
  { signal, timeout = transport.timeout }: Call,
): Promise<Answer<unknown> | Failure> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  let late = false;
  let stop: () => void = () => undefined;
  // Whatever becomes of the request: a `fetch` that does not know of signals is left alone.
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('The request was stopped'));
  });
  stopped.catch(() => undefined);
  controller.signal.addEventListener('abort', stop);
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeout);
  signal?.addEventListener('abort', abort);
  try {
    const exchange = async () => {
      const response = await perform(url, { ...init, signal: controller.signal });
      return { response, text: await response.text() };
    };
    const { response, text } = await Promise.race([exchange(), stopped]);
    return readAnswer(response, text);
  } catch (cause) {
    signal?.throwIfAborted();
    return late
      ? { status: 0, code: 'TIMEOUT', message: `No answer within ${timeout} ms`, cause }
      : { status: 0, code: 'CONNECTION', message: `No connection: ${String(cause)}`, cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function readAnswer(response: Response, text: string): Answer<unknown> | Failure {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  let data: unknown;
  try {
    data = headers.get('content-type')?.startsWith('application/x-ndjson')
      ? text.split('\n').filter(Boolean).map(readJson)
      : readJson(text || '{}');
  } catch (cause) {
    const message = `The answer is not from a Fairlead server: ${text.slice(0, 80)}`;
    return { status, code: INVALID_ANSWER, message, requestId, cause };
  }
  const etag = headers.get('etag') ?? undefined;
  if (response.ok) return { data, response, requestId, etag };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ...readProblem(data as AnyError, status),
    status,
    requestId,
    retryAfter: seconds >= 0 ? seconds : undefined,
  };
}

/** A problem document, or the error body of a server that does not know them. */
type AnyError = {
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly FieldError[];
  readonly message?: string | readonly string[];
  readonly error?: string;
} | null;

function readProblem(
  given: AnyError,
  status: number,
): Pick<Failure, 'code' | 'message' | 'errors'> {
  const { detail, message = `HTTP ${status}`, error, code = error, errors } = given ?? {};
  return {
    code: code ?? `HTTP_${status}`,
    message: detail ?? [message].flat().join('; '),
    ...(Array.isArray(errors) && { errors }),
  };
}

function readJson(text: string): unknown {
  return JSON.parse(text);
}

function mayRepeat({ status, code, retryAfter = 0 }: Failure, method: string, call: Call) {
  if (retryAfter > MAX_PAUSE_SECONDS) return false;
  // The server has refused to begin.
  if (status === 429) return true;
  if (!(call.repeatable ?? method !== 'POST')) return false;
  return status === 0 || status === 408 || status >= 500 || code === INVALID_ANSWER;
}

/** As long as the server asks for, else longer each time; at random, so that clients do not come back together. */
function pause(
  { retryAfter }: Failure,
  attempt: number,
  delay: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const asked = retryAfter === undefined ? 0 : retryAfter * 1000;
  const own = Math.min(delay * 2 ** attempt, MAX_DELAY_MS) * (0.75 + Math.random() / 4);
  return sleep(Math.max(asked, own), signal);
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Whether asking again later may help; the page of a hotel's network answers in the server's place only for a while. */
export function isPassing({ status, code }: FairleadError): boolean {
  return (
    status === 0 || status === 408 || status === 429 || status >= 500 || code === INVALID_ANSWER
  );
}

function pathOf(
  template: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** The address of the server without its version, from whatever people give. */
export function originOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/(?:api\/)?v1$/, '');
}

/** Random enough for an identifier; not every runtime of apps has `crypto`. */
export function newId(): string {
  const { crypto } = globalThis as { crypto?: Partial<typeof globalThis.crypto> };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const bytes = crypto?.getRandomValues
    ? crypto.getRandomValues(new Uint8Array(16))
    : Uint8Array.from({ length: 16 }, () => Math.random() * 256);
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
