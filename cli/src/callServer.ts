import { CommandError } from './CommandError.ts';
import type { Connection } from './readConnection.ts';

/** Sends a request with the admin token and returns the JSON object of a 2xx answer. */
export type CallServer = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  /** For what takes long; half a minute without. */
  timeLimitMs?: number,
) => Promise<Readonly<Record<string, unknown>>>;

const TIME_LIMIT_MS = 30_000;

/** Throws a CommandError that tells what to do when the server is away, refuses or is another program. */
export function createCallServer(connection: Connection): CallServer {
  return async (method, path, body, timeLimitMs = TIME_LIMIT_MS) => {
    const response = await send(connection, { method, path, body, timeLimitMs });
    const text = await response.text();
    const answer = parseObject(text);
    if (response.ok && text === '') return {};
    if (answer === undefined) {
      throw new CommandError(
        1,
        `${connection.server} answered ${method} ${path} with ${response.status} and no JSON object: is this a Fairlead server?`,
      );
    }
    if (!response.ok) {
      const exitStatus = response.status === 401 ? 4 : 1;
      throw new CommandError(exitStatus, describeRefusal(connection, response, answer));
    }
    return answer;
  };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly timeLimitMs: number;
}

async function send(
  connection: Connection,
  { method, path, body, timeLimitMs }: Sent,
): Promise<Response> {
  try {
    return await fetch(connection.server + path, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${connection.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
  } catch (error) {
    throw new CommandError(
      1,
      `No answer from ${connection.server} (${describeCause(error, timeLimitMs)}). Start the server with "npm start", or give its address with --server or FAIRLEAD_SERVER.`,
    );
  }
}

/** fetch hides what happened in the cause of its error. */
export function describeCause(error: unknown, timeLimitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing within ${timeLimitMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function describeRefusal(
  connection: Connection,
  response: Response,
  answer: Readonly<Record<string, unknown>>,
): string {
  const { message } = answer;
  const messages = (Array.isArray(message) ? message : [message ?? response.statusText]).map(
    String,
  );
  if (response.status === 401)
    messages.push(`The admin token came from ${connection.tokenSource}.`);
  const requestId = response.headers.get('x-request-id');
  if (response.status >= 500 && requestId !== null) messages.push(`Request id: ${requestId}`);
  return messages.join('\n');
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return undefined;
  }
}
