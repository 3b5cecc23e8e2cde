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
    cure: 'Correct the fields that the messages name, then send the request again; repeating it unchanged cannot succeed.',
    example: 'type must be one of: unified, dynamic',
    findings: [finding('type', 'not_allowed', 'type must be one of: unified, dynamic')],
  },
  UNAUTHORIZED: {
    meaning:
      'The application key, installation token or session token is missing, unknown, revoked or expired.',
    cure: 'Send a valid key in X-App-Key, or a session token in Authorization. An app whose installation token was refused should track the installation again and use the new token.',
    example: 'API key is required',
  },
  PAYMENT_REQUIRED: {
    meaning: 'The plan of the project does not include the operation.',
    cure: 'Change to a plan that includes it.',
    example: 'Exports need a paid plan',
  },
  FORBIDDEN: {
    meaning:
      'The caller is known but not allowed to do this: a plan limit is reached, a secret key is required, or the role is insufficient. The message states which.',
    cure: 'At a limit, remove something or change the plan; otherwise use a secret key, or ask an admin or the owner of the project.',
    example:
      'Limit links reached: The plan Free allows 10,000 links; remove some or change the plan',
  },
  NOT_FOUND: {
    meaning:
      'There is no such link, installation, session, project, domain or operation, or you have no access to it. The response does not distinguish the two.',
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
    meaning:
      'The request conflicts with something that already exists, such as a host or an email in use.',
    cure: 'Choose another value, or change what exists.',
    example: 'This email is already registered; sign in or use another one',
    findings: [
      finding('email', 'taken', 'This email is already registered; sign in or use another one'),
    ],
  },
  PRECONDITION_FAILED: {
    meaning:
      'The resource has changed since you read it: its ETag no longer matches If-Match. The body has its current version in `link`.',
    cure: 'Compare your change with the current version, then send it again with the new ETag in If-Match.',
    example:
      'The link has changed since you read it; look at it as it is now and send the change again with its ETag in If-Match',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: `The body is larger than the operation accepts: ${limitText('bodyBytes')}, or ${limitText('bulkBytes')} for bulk creation.`,
    cure: 'Send less in one request.',
    example: `The request body is larger than ${limitText('bodyBytes')}`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is compressed or has a content type that the operation does not accept.',
    cure: 'Send it uncompressed, with the content type that the message names.',
    example: 'This operation does not read text/plain; send Content-Type: application/json',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was used for a different request less than a day ago.',
    cure: 'Use a new key for each creation, and the same one only to repeat it unchanged.',
    example: 'The Idempotency-Key was used for another request; use a new one for each creation',
  },
  PRECONDITION_REQUIRED: {
    meaning: 'The project requires apps to identify their installation, and this request does not.',
    cure: 'Track the installation first, then send its token in X-Installation-Token.',
    example: 'Installation context is required',
  },
  RATE_LIMITED: {
    meaning:
      'The key, the user or the IP address has used up its requests for this minute. The RateLimit-Policy and RateLimit headers show the limit and what is left.',
    cure: 'Wait for the number of seconds in Retry-After.',
    example: 'Rate limit of 300 requests per minute exceeded; retry in 21 seconds',
  },
  HEADERS_TOO_LARGE: {
    meaning: `URL and headers together exceed ${limitText('headBytes')}, or there are too many headers.`,
    cure: 'Send fewer or shorter headers; large cookies are the usual reason.',
    example: `URL and headers together must be smaller than ${limitText('headBytes')}`,
  },
  INTERNAL: {
    meaning: 'The service failed unexpectedly. The failure is logged with the request id.',
    cure: 'Try again; if the error persists, send the request id to the operator.',
    example: 'Something went wrong; the request id is 019ab2a4-5b7e-7c44-9d0e-4be1d0f7a1aa',
  },
  UNAVAILABLE: {
    meaning: 'The service is temporarily unavailable, usually because its database is.',
    cure: 'Wait for the number of seconds in Retry-After, then try again. Creation with an externalId can be repeated safely.',
    example: 'The service is temporarily unavailable; try again',
  },
} as const satisfies Record<ErrorCode, Guide>;

/** The findings in the example of a code. */
export function exampleFindings(code: ErrorCode): readonly Finding[] {
  const { findings = [] }: Guide = ERROR_GUIDE[code];
  return findings;
}
