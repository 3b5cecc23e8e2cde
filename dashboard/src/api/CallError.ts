import { ApiError } from '@fairlead/contract/ApiError';

/** A call that failed, with messages that a person can read; `errors` names the fields that a form marks. */
export class CallError extends ApiError {
  override readonly name = 'CallError';
}

/** What to tell a person about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof CallError
    ? error.messages.join(' ')
    : error instanceof Error
      ? error.message
      : String(error);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
