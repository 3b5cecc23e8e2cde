import { asGoogleError } from '@fairlead/contract/googleError';
import type { App } from '../../App.ts';
import { isUnauthorized } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { findKeyHolder } from '../access/authenticate.ts';
import { isSdkClient } from '../routing/client.ts';
import { renderError } from './errors.ts';
import { baseHeaders } from '../server/headers/baseHeaders.ts';
import { drawForRefused, tellStanding } from '../access/rateLimit.ts';
import type { KeyHolder } from '../routing/route.ts';

interface FailedCall {
  readonly facts: RequestFacts;
  /** Path and query, unchanged. */
  readonly url: string;
  /** Whether the operation has no limit. */
  readonly unlimited: boolean;
  /** Whether the call has been charged to a budget. */
  readonly drawn: boolean;
  /** Whether the operation's clients expect errors in Google's format. */
  readonly google?: boolean;
}

interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Keys and session tokens are both accepted in this form (RFC 9110, 11.6.1). */
const CHALLENGE = 'Bearer realm="Fairlead"';

/** Turns whatever was thrown into a response, for every transport. */
export type FailureRenderer = (thrown: unknown, call: FailedCall) => Promise<Failure>;

export function createFailureRenderer(app: App): FailureRenderer {
  const docsUrl = new URL('/docs', app.config.publicUrl).href;

  /** Someone guessing a credential counts by IP address; a key that cannot be looked up now counts as none. */
  async function holderOf(thrown: unknown, facts: RequestFacts): Promise<KeyHolder | null> {
    if (!app.rateLimiter || isUnauthorized(thrown)) return null;
    return findKeyHolder(app, facts).catch(() => null);
  }

  return async (thrown, { facts, url, unlimited, drawn, google = false }) => {
    // Calls refused before their caller was known count towards the IP address. So do guessed
    // credentials on operations that are not limited for their holders.
    const free = unlimited ? !isUnauthorized(thrown) : drawn;
    const limited = free
      ? undefined
      : await drawForRefused(app, facts, await holderOf(thrown, facts));
    const { status, headers, contentType, body } = renderError(limited?.problem ?? thrown, {
      request: facts,
      path: url.split('?', 1)[0]!,
      docsUrl,
      sdkClient: isSdkClient(facts, app.config),
      logUnknown: (unknown) =>
        app.log.error({ err: unknown, requestId: facts.id }, 'Request failed'),
    });
    return {
      status,
      headers: {
        ...baseHeaders(facts),
        ...(limited?.headers ?? (drawn ? undefined : tellStanding(app, facts))),
        ...(status === 401 && { 'www-authenticate': CHALLENGE }),
        ...headers,
        'content-type': contentType,
      },
      text: JSON.stringify(
        google && 'message' in body ? asGoogleError(status, body.message) : body,
      ),
    };
  };
}
