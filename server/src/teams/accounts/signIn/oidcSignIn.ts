import { parameterFinding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import { type Client, clientHeaders } from '../Client.ts';
import { withCurrentCookies } from './withCurrentCookies.ts';
import { AUTH_PATH } from '../configureAuth.ts';
import type { Accounts } from '../createAccounts.ts';
import { challengeCookieName } from './findChallenge.ts';

/** Where the browser goes next, and the cookies that are set. */
export interface Redirection {
  readonly location: string;
  readonly setCookies: readonly string[];
}

/**
 * The provider's page; NOT_FOUND if none is configured, VALIDATION_ERROR for a `returnTo` that is not a page of
 * the dashboard. UNAVAILABLE if the provider does not answer.
 */
export async function startOidcSignIn(
  accounts: Accounts,
  returnTo: string,
  client: Client,
): Promise<Redirection> {
  const { oidc, publicUrl } = accounts;
  if (oidc === undefined) throw notConfigured();
  // In a form that a header can contain: the library returns it unchanged.
  const callbackURL = pathWithin(publicUrl, returnTo);
  if (callbackURL === undefined) throw wrongPage();
  const reply = await accounts.auth.handler(
    new Request(new URL(`${AUTH_PATH}/sign-in/social`, publicUrl), {
      method: 'POST',
      headers: withContent(clientHeaders(withoutCookie(client)), publicUrl),
      body: JSON.stringify({
        provider: oidc.id,
        callbackURL,
        errorCallbackURL: '/sign-in',
      }),
    }),
  );
  const answer: unknown = await reply.json().catch(() => undefined);
  if (isRefusedPage(answer)) throw wrongPage();
  if (!reply.ok || typeof answer !== 'object' || answer === null || !('url' in answer)) {
    throw new Problem('UNAVAILABLE', 'The sign-in provider does not answer; try again later');
  }
  return { location: String(answer.url), setCookies: reply.headers.getSetCookie() };
}

/**
 * The return from the provider: the session's cookies, and the page of the dashboard. Errors go to the sign-in
 * page. People with a second factor get a challenge cookie and the page that asks for the code, with the original
 * page as `next`.
 */
export async function finishOidcSignIn(
  accounts: Accounts,
  provider: string,
  query: string,
  client: Client,
): Promise<Redirection> {
  const { oidc, publicUrl } = accounts;
  if (oidc === undefined || provider !== oidc.id) throw notConfigured();
  const url = new URL(`${AUTH_PATH}/callback/${oidc.id}`, publicUrl);
  url.search = query;
  const headers = clientHeaders(withCurrentCookies(accounts, client));
  const reply = await accounts.auth.handler(new Request(url, { headers }));
  const page = pathWithin(publicUrl, reply.headers.get('location') ?? '');
  const setCookies = reply.headers.getSetCookie();
  const prefix = `${await challengeCookieName(accounts)}=`;
  const challenge = setCookies.find((cookie) => cookie.startsWith(prefix));
  if (challenge === undefined) return { location: page ?? '/sign-in?error=failed', setCookies };
  const next = new URLSearchParams({ next: page ?? '/' });
  return { location: `/sign-in/code?${next.toString()}`, setCookies: [challenge] };
}

/**
 * Path and query of a page of the dashboard; undefined for anything else, such as `/.//host`, which leads to
 * a host.
 */
function pathWithin(publicUrl: string, location: string): string | undefined {
  const target = location === '' ? null : URL.parse(location, publicUrl);
  if (target === null || target.origin !== new URL(publicUrl).origin) return undefined;
  if (/^\/(?:\/|api\/)/.test(target.pathname)) return undefined;
  // If it is decoded once more, it must not turn into a host.
  if (/^\/(?:%2f|%5c)/i.test(target.pathname)) return undefined;
  return target.pathname + target.search;
}

function withContent(headers: Headers, origin: string): Headers {
  headers.set('content-type', 'application/json');
  headers.set('origin', origin);
  return headers;
}

/** The library refuses pages that routers may read in two ways, such as `/%2f%2fhost`. */
function isRefusedPage(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'code' in answer &&
    answer.code === 'INVALID_CALLBACK_URL'
  );
}

function wrongPage(): Problem {
  const message = 'returnTo must be a path of the dashboard such as /projects';
  return new Problem('VALIDATION_ERROR', parameterFinding('returnTo', 'format', message));
}

function notConfigured(): Problem {
  return new Problem('NOT_FOUND', 'No OpenID Connect provider is configured');
}

/** A sign-in starts from scratch: the browser's cookies must not influence it. */
function withoutCookie({ cookie: _cookie, ...client }: Client): Client {
  return client;
}
