import type { OperationDeclaration } from '@fairlead/contract/operation';
import { FairleadError } from '../../../sdk/src/index.ts';
import { CommandError } from '../CommandError.ts';
import type { Account } from './Account.ts';

interface Caller {
  readonly server: string;
  readonly kind: Account['kind'];
  /** Where the credential came from. */
  readonly source: string;
}

/** The message for a failed call: what the server said, and what to do if the command line knows. */
export function refusalOf(
  caller: Caller,
  { method, path }: Pick<OperationDeclaration, 'method' | 'path'>,
  error: unknown,
): Error {
  if (!(error instanceof FairleadError)) return new Error(String(error), { cause: error });
  if (error.code === 'TIMEOUT') return unanswered(caller, error.message.toLowerCase());
  if (error.status === 0) return unansweredBy(caller, error.cause);
  if (error.code === 'INVALID_ANSWER') {
    return new CommandError(
      1,
      `${caller.server} answered ${method} ${path} with ${error.status} and no JSON: is this a Fairlead server?`,
    );
  }
  return new CommandError(
    error.status === 401 ? 4 : 1,
    [...sentencesOf(error), ...adviceFor(caller, error)].join('\n'),
    error.status,
  );
}

/** A line for each field at fault, if there are any. */
function sentencesOf({ message, errors }: FairleadError): string[] {
  return errors.length === 0 ? [message] : errors.map((each) => each.message);
}

function adviceFor({ kind, source }: Caller, error: FairleadError): string[] {
  const { status, retryAfter, requestId } = error;
  if (status === 401 && kind === 'session') {
    return [`The session of ${source} has ended. Sign in again: fairlead login`];
  }
  if (status === 401) return [`The ${kind === 'key' ? 'key' : 'admin token'} came from ${source}.`];
  if (status === 403 && kind === 'key') {
    return ['Use a secret key, or sign in as a member: fairlead login'];
  }
  if (status === 429 && retryAfter !== undefined) return [`Try again in ${retryAfter} s.`];
  if (status >= 500 && requestId !== undefined) return [`Request id: ${requestId}`];
  return [];
}

/** A message for what `fetch` threw. */
export function unansweredBy(caller: Caller, error: unknown, timeLimitMs = 0): CommandError {
  return unanswered(caller, describeCause(error, timeLimitMs));
}

function unanswered({ server, kind }: Caller, why: string): CommandError {
  const cure =
    kind === 'operator'
      ? 'Start the server with "npm start", or give its address with --server or FAIRLEAD_SERVER.'
      : 'Is the address right, and does the server run? See: fairlead whoami';
  return new CommandError(1, `No answer from ${server} (${why}). ${cure}`);
}

/** fetch hides what happened in the cause of its error. */
function describeCause(error: unknown, timeLimitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeLimitMs} ms`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // Words of Node's own client; there is no code.
  if (cause.message === 'unexpected redirect') {
    return 'it answered with a redirect, which is not followed: a credential goes to the address that was given and to no other';
  }
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
