import { PROBLEM_JSON, readFailure } from '@fairlead/contract/ApiError';
import { createClient, type CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration, ReplyOf } from '@fairlead/contract/operation';
import { CallError } from './CallError.ts';
import { session } from './session.ts';

type Success = 200 | 201 | 202 | 204;

/** The body of a successful call. */
export type BodyFor<O extends OperationDeclaration> = Extract<
  ReplyOf<O>,
  { status: Success }
>['body'];

/** Errors then name the invalid fields. */
const headers = { accept: PROBLEM_JSON };
const client = createClient({ baseUrl: '/api/v1', headers });
const publicClient = createClient({ baseUrl: '/v1', headers });

/**
 * Calls an operation as the signed-in person. An expired token is renewed with the cookie, once, and the
 * call repeated. Anything but success is thrown as a `CallError` with a message for people.
 */
export async function call<O extends OperationDeclaration>(
  operation: O,
  input: CallInput<O>,
): Promise<BodyFor<O>> {
  return unwrap(await answer(operation, input));
}

async function answer<O extends OperationDeclaration>(
  operation: O,
  input: CallInput<O>,
): Promise<Answer> {
  const first = await perform(operation, input, session.token());
  if (first.status !== 401 || operation.auth === 'anonymous') return first;
  const token = await session.renew();
  if (token !== undefined) return perform(operation, input, token);
  // Still signed in: a failed renewal does not mean that the session has ended.
  if (session.isOpen()) throw unanswered();
  return first;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function perform<O extends OperationDeclaration>(
  operation: O,
  input: CallInput<O>,
  token: string | undefined,
): Promise<Answer> {
  const perform = operation.api === 'sdk' ? publicClient : client;
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  try {
    // Only headers are added, so this is still an input of the operation.
    const whole = { ...input, headers: { ...input.headers, ...headers } } as CallInput<O>;
    return await perform(operation, whole);
  } catch {
    throw unanswered();
  }
}

function unanswered(): CallError {
  const words = 'The server does not answer. Check your connection and try again.';
  return new CallError({ status: 0, messages: [words] });
}

function unwrap<O extends OperationDeclaration>(answer: Answer): BodyFor<O> {
  if (answer.status >= 200 && answer.status < 300) return answer.body as BodyFor<O>;
  const failure = readFailure(answer);
  const told = failure.messages.length > 0 && failure.code !== 'INTERNAL';
  throw new CallError({
    ...failure,
    messages: told ? failure.messages : [failureMessage(answer.headers)],
  });
}

/** The message for a server error; the reference leads an administrator to the line in the server's log. */
function failureMessage(headers: Headers): string {
  const id = headers.get('x-request-id');
  const words = 'Something went wrong on the server. Try again in a moment.';
  return id === null
    ? words
    : `${words} If this persists, send this reference to your administrator: ${id}`;
}
