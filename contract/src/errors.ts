/**
 * The one table of stable error codes. Nouns throw codes; surfaces turn them into
 * ErrorResponse or problem+json (Rule: errors).
 */
export const ERROR_CODES = {
  VALIDATION_ERROR: { status: 400, title: 'Bad Request' },
  UNAUTHORIZED: { status: 401, title: 'Unauthorized' },
  PAYMENT_REQUIRED: { status: 402, title: 'Payment Required' },
  FORBIDDEN: { status: 403, title: 'Forbidden' },
  NOT_FOUND: { status: 404, title: 'Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method Not Allowed' },
  REQUEST_TIMEOUT: { status: 408, title: 'Request Timeout' },
  CONFLICT: { status: 409, title: 'Conflict' },
  PRECONDITION_FAILED: { status: 412, title: 'Precondition Failed' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload Too Large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported Media Type' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'Unprocessable Content' },
  PRECONDITION_REQUIRED: { status: 428, title: 'Precondition Required' },
  RATE_LIMITED: { status: 429, title: 'Too Many Requests' },
  HEADERS_TOO_LARGE: { status: 431, title: 'Request Header Fields Too Large' },
  INTERNAL: { status: 500, title: 'Internal Server Error' },
  UNAVAILABLE: { status: 503, title: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** HTTP status of every declared code, for types that need the literal. */
export type StatusOf<C extends ErrorCode> = (typeof ERROR_CODES)[C]['status'];

/** The code for a status, for errors that frameworks raise with only a status. */
export function codeOfStatus(status: number): ErrorCode {
  for (const [code, entry] of Object.entries(ERROR_CODES)) {
    if (entry.status === status) return code as ErrorCode;
  }
  return status >= 500 ? 'INTERNAL' : 'VALIDATION_ERROR';
}
