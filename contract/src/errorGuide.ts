import type { ErrorCode } from './errors.ts';
import { type Finding, finding } from './finding.ts';
import { limitText } from './limits.ts';

interface Guide {
  /** What happened, in a sentence or two. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly cure: string;
  readonly example: string;
  /** The findings of the example, if fields are invalid. */
  readonly findings?: readonly Finding[];
}

/** The documented page of every stable code, which `type` of a problem document points to (Rule: errors). */
export const ERROR_GUIDE = {
  VALIDATION_ERROR: {
    meaning:
      'A parameter, a header or the body breaks a rule of the operation. Each message names the field and the rule.',
    cure: 'Correct what the messages name and send the request again; repeating it unchanged cannot succeed.',
    example: 'type must be one of: unified, dynamic',
    findings: [finding('type', 'not_allowed', 'type must be one of: unified, dynamic')],
  },
  UNAUTHORIZED: {
    meaning:
      'The application key, the installation token or the session token is missing, unknown, revoked or has expired.',
    cure: 'Send a valid key in X-App-Key, or a session token in Authorization. An app whose installation token was refused tracks the installation again and goes on with the new token.',
    example: 'API key is required',
  },
  PAYMENT_REQUIRED: {
    meaning: 'The plan of the project does not include the operation.',
    cure: 'Change to a plan that includes it.',
    example: 'Exports need a paid plan',
  },
  FORBIDDEN: {
    meaning:
      'The caller is known but may not do this: a limit of the plan is reached, the key is publishable where a secret one is needed, or the role is too low. The message says which.',
    cure: 'At a limit, remove something or change the plan; else use a secret key, or ask an admin or the owner of the project.',
    example:
      'Limit links reached: The plan Free allows 10,000 links; remove some or change the plan',
  },
  NOT_FOUND: {
    meaning:
      'There is no such link, installation, session, project, domain or operation, or it is not yours: the two are never told apart.',
    cure: 'Check the identifier and the key. Creating links needs a verified domain.',
    example: 'Link not found',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but not with this method.',
    cure: 'Use one of the methods in the header Allow.',
    example: 'PATCH is not a method of /v1/health; use GET or HEAD',
  },
  REQUEST_TIMEOUT: {
    meaning: 'The request began, but its rest did not arrive in time.',
    cure: 'Send it again on a new connection.',
    example: 'The request did not arrive in time; send it again',
  },
  CONFLICT: {
    meaning: 'The request contradicts what exists already, such as a host or an address in use.',
    cure: 'Choose another value, or change what exists.',
    example: 'This email is already registered; sign in or use another one',
    findings: [
      finding('email', 'taken', 'This email is already registered; sign in or use another one'),
    ],
  },
  PRECONDITION_FAILED: {
    meaning:
      'What the request would change has changed since it was read: its ETag is no longer one that If-Match names. The body says in `link` what it is now.',
    cure: 'Look at what it is now, decide which values should stand, and send the change again with the new ETag in If-Match.',
    example:
      'The link has changed since you read it; look at it as it is now and send the change again with its ETag in If-Match',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: `The body is larger than the operation accepts: ${limitText('bodyBytes')}, or ${limitText('bulkBytes')} for bulk creation.`,
    cure: 'Send less in one request.',
    example: `The request body is larger than ${limitText('bodyBytes')}`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is compressed, or of a type that the operation does not read.',
    cure: 'Send it uncompressed, as the type that the message names.',
    example: 'This operation does not read text/plain; send Content-Type: application/json',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was sent with another request less than a day ago.',
    cure: 'Use a new key for each creation, and the same one only to repeat it unchanged.',
    example: 'The Idempotency-Key was used for another request; use a new one for each creation',
  },
  PRECONDITION_REQUIRED: {
    meaning:
      'The project requires apps to say which installation they are, and this request of an app does not.',
    cure: 'Track the installation first, then send its token in X-Installation-Token.',
    example: 'Installation context is required',
  },
  RATE_LIMITED: {
    meaning:
      'The key, the user or the address has used up its requests of this minute. The headers RateLimit-Policy and RateLimit tell the limit and how it stands.',
    cure: 'Wait as many seconds as Retry-After says.',
    example: 'Rate limit of 300 requests per minute exceeded; retry in 21 seconds',
  },
  HEADERS_TOO_LARGE: {
    meaning: 'The URL and the headers of the request are larger than 16 KB together, or too many.',
    cure: 'Send fewer or shorter headers; large cookies are the usual reason.',
    example: 'URL and headers together must be smaller than 16 KB',
  },
  INTERNAL: {
    meaning: 'The service failed in a way that nobody foresaw. It is logged with the request id.',
    cure: 'Try again; if it goes on, tell the operator the request id.',
    example: 'Something went wrong; the request id is 019ab2a4-5b7e-7c44-9d0e-4be1d0f7a1aa',
  },
  UNAVAILABLE: {
    meaning: 'The service cannot answer at the moment, usually because its database does not.',
    cure: 'Wait as many seconds as Retry-After says and try again. Creation with an externalId can be repeated safely.',
    example: 'The service is temporarily unavailable; try again',
  },
} as const satisfies Record<ErrorCode, Guide>;

/** The findings in the example of a code. */
export function exampleFindings(code: ErrorCode): readonly Finding[] {
  const { findings = [] }: Guide = ERROR_GUIDE[code];
  return findings;
}
