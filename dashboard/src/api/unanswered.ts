import { CallError } from './CallError.ts';

/** No answer came: from a server that is away, or because this device has no connection. */
export function unanswered(): CallError {
  const message = navigator.onLine
    ? 'The server does not answer. Check your connection and try again.'
    : 'No connection. Nothing was saved.';
  return new CallError({ status: 0, messages: [message] });
}

/** The session ended before the call. Nothing is repeated after signing in: the person decides again. */
export function signedOut(): CallError {
  const message = 'You were signed out before this was done. Nothing was saved; try again.';
  return new CallError({ status: 401, messages: [message] });
}
