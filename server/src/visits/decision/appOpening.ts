import { writeClickReference } from '../clicks/clickReference.ts';
import { readPassthrough } from '#links/link/passthrough.ts';
import { checkDestination, serialiseDestination } from '#platform/lib/web/destination.ts';
import { routePair } from './rules/chooseRoute.ts';
import type { AppOpening, Visit } from './Visit.ts';

/**
 * The launch page's button: the link itself with `ulhop=1`, for which iOS opens the app because the tap comes from
 * another domain.
 */
export function openByUniversalLink(visit: Visit): AppOpening {
  const url = withQuery(visit.shortUrl, deepLinkQuery(visit, ['ulhop=1']));
  return { kind: 'universalLink', url, ownTimer: false };
}

/** The iOS app by its custom scheme; null when the project has none. */
export function openByIosScheme(visit: Visit): AppOpening | null {
  return openByScheme(visit, usableScheme(visit.project.ios.scheme), visit.link.iosUrl);
}

/**
 * The Android app: with `intent:` where it works, else with the custom scheme. Firefox always
 * prefers the intent's fallback to the app; webviews ignore the fallback, so the page's own timer
 * is used there.
 */
export function openOnAndroid(visit: Visit, fallback: string | null): AppOpening | null {
  const { packageName } = visit.project.android;
  const scheme = usableScheme(visit.project.android.scheme);
  const isFirefox = visit.visitor.browser?.startsWith('Firefox') ?? false;
  if (isFirefox || packageName === null) {
    return openByScheme(visit, scheme, visit.link.androidUrl);
  }
  const target = scheme === null ? visit.shortUrl.replace(/^https?:\/\//, '') : visit.link.slug;
  const parts = [`scheme=${scheme ?? 'https'}`, `package=${encodeURIComponent(packageName)}`];
  // From an intent, browsers follow only web URLs.
  const followed = fallback !== null && /^https?:/i.test(fallback);
  if (followed) parts.push(`S.browser_fallback_url=${encodeURIComponent(fallback)}`);
  return {
    kind: 'intent',
    url: `intent://${withQuery(target, deepLinkQuery(visit))}#Intent;${parts.join(';')};end`,
    ownTimer: visit.visitor.webview !== null || (fallback !== null && !followed),
  };
}

/**
 * `scheme://slug?…`, the form that resolve understands; if the project has no scheme, the link's own
 * destination if that is an app's.
 */
function openByScheme(visit: Visit, scheme: string | null, own: string | null): AppOpening | null {
  const base = scheme === null ? own : `${scheme}://${visit.link.slug}`;
  if (base === null || /^https?:/i.test(base) || checkDestination(base) !== null) return null;
  const url = withQuery(serialiseDestination(base), deepLinkQuery(visit));
  return { kind: 'scheme', url, ownTimer: true };
}

function usableScheme(scheme: string | null): string | null {
  return scheme === null || checkDestination(`${scheme}://a`) !== null ? null : scheme;
}

/** What the app gets for resolving: the click and the forwarded parameters (Rule: passthrough 1 and 8). */
function deepLinkQuery(visit: Visit, flags: readonly string[] = []): string {
  const pairs = [...flags];
  if (visit.clickReference !== null) {
    const reference = writeClickReference(visit.clickReference, visit.proveClick?.() ?? null);
    pairs.push(`_lc=${encodeURIComponent(reference)}`);
    if (visit.route) pairs.push(routePair(visit.route));
  }
  if (visit.link.allowQueryPassthrough) {
    for (const [key, value] of readPassthrough(visit.query)) {
      pairs.push(`${key}=${encodeURIComponent(value)}`);
    }
  }
  return pairs.join('&');
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const hashAt = url.indexOf('#');
  const page = hashAt < 0 ? url : url.slice(0, hashAt);
  const fragment = hashAt < 0 ? '' : url.slice(hashAt);
  return `${page}${page.includes('?') ? '&' : '?'}${query}${fragment}`;
}
