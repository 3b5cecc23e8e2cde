import type { Static, TSchema } from '@sinclair/typebox';
import type {
  ErrorWithMembers,
  HeadersOf,
  OperationDeclaration,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from './operation.ts';
import type { ErrorResponse } from './resources.ts';

/** Anything that performs a request: `fetch`, or an in-process replacement in a test. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type InputPart<Name extends string, Value> = [keyof Value] extends [never]
  ? { [N in Name]?: Value }
  : Partial<Value> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

/** A body is passed as a value, even if the server reads it as a stream. */
type BodyOf<O extends OperationDeclaration> = O['body'] extends TSchema
  ? Static<O['body']>
  : undefined;

type GivenBody<O extends OperationDeclaration> = O['body'] extends undefined
  ? { body?: undefined }
  : O extends { readonly bodyOptional: true }
    ? { body?: BodyOf<O> }
    : undefined extends BodyOf<O>
      ? { body?: BodyOf<O> }
      : { body: BodyOf<O> };

export type CallInput<O extends OperationDeclaration> = InputPart<'params', ParamsOf<O>> &
  InputPart<'query', QueryOf<O>> &
  GivenBody<O> & { headers?: HeadersOf<O> & Record<string, string> };

type ErrorReply = {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 428 | 429 | 500 | 503;
  readonly body: ErrorResponse;
};

/** The result of a call: a declared response, or an error; distinguished by `status`. */
export type CallResult<O extends OperationDeclaration> = (
  | Omit<ReplyOf<O>, 'headers'>
  | ErrorReply
  | Pick<ErrorWithMembers<O>, 'status' | 'body'>
) & {
  readonly headers: Headers;
};

export interface ClientOptions {
  /** Base with scheme and host and, for the SDK API, `/v1` or nothing. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: Fetch;
}

/** A client of every operation, typed by the operation's own value. */
export function createClient(options: ClientOptions) {
  const perform = options.fetch ?? fetch;
  return async function call<O extends OperationDeclaration>(
    operation: O,
    input: CallInput<O>,
  ): Promise<CallResult<O>> {
    const { params, query, headers, body } = input as {
      params?: Record<string, string>;
      query?: Record<string, string | number | boolean | undefined>;
      headers?: Record<string, string>;
      body?: unknown;
    };
    // A file is sent as it is.
    const isFile = body instanceof Blob;
    const response = await perform(options.baseUrl + pathOf(operation.path, params, query), {
      method: operation.method,
      headers: {
        ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
        ...options.headers,
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      headers: response.headers,
      // The literal, so that a browser client need not include the declarations.
      body: type?.startsWith('application/x-ndjson') ? readLines(text) : readValue(text),
    } as unknown as CallResult<O>;
  };
}

function readValue(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

async function* readLines(text: string): AsyncGenerator {
  for (const line of text.split('\n')) if (line !== '') yield JSON.parse(line);
}

function pathOf(
  template: string,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
