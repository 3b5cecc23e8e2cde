import { PROBLEM_JSON } from '@fairlead/contract/ApiError';
import { createClient, type CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration, ReplyOf } from '@fairlead/contract/operation';
import { type Answer, failureOf } from './CallError.ts';
import { session } from './session.ts';
import { signedOut, unanswered } from './unanswered.ts';

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
  return (await callForReply(operation, input)).body;
}

/** The same, with the headers of the response. */
export async function callForReply<O extends OperationDeclaration>(
  operation: O,
  input: CallInput<O>,
): Promise<{ readonly body: BodyFor<O>; readonly headers: Headers }> {
  const reply = await answer(operation, input);
  return { body: unwrap(reply), headers: reply.headers };
}

async function answer<O extends OperationDeclaration>(
  operation: O,
  input: CallInput<O>,
): Promise<Answer> {
  const first = await perform(operation, input, session.token());
  if (first.status !== 401 || operation.auth === 'anonymous') return first;
  const renewal = await session.renew();
  if (renewal.outcome === 'unreachable') throw renewal.error;
  if (renewal.outcome === 'ended') throw signedOut();
  return perform(operation, input, renewal.session.token);
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

function unwrap<O extends OperationDeclaration>(answer: Answer): BodyFor<O> {
  if (answer.status >= 200 && answer.status < 300) return answer.body as BodyFor<O>;
  throw failureOf(answer);
}
