import type { ErrorResponse } from '@fairlead/contract/resources';

/** Google's names of what a status means; the clients of Firebase read exactly these three fields. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** A refusal in the form of Google's APIs. */
export function asGoogleError(status: number, message: ErrorResponse['message']) {
  const text = typeof message === 'string' ? message : message.join('; ');
  return { error: { code: status, message: text, status: STATUSES[status] ?? 'INTERNAL' } };
}
