import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { readPassthrough } from '#links/link/passthrough.ts';
import { routePair } from '#visits/decision/rules/chooseRoute.ts';
import type { Decision } from '#visits/decision/Visit.ts';
import type { LinkHostContext } from './LinkHostContext.ts';
import { HOUR_MS } from '#platform/lib/time.ts';

interface Launched {
  /** Of the link's own domain. */
  readonly host: string;
  readonly slug: string;
}

interface LaunchedClick {
  readonly clickId: string;
  /** It is counted as a person's click, not as that of a program that prefetched. */
  readonly isPersons: boolean;
}

interface Forwarding {
  readonly allowQueryPassthrough: boolean;
  /** The rule or variant that leads the visit. */
  readonly route: Decision['route'];
}

/** Opening a launch page later than this is another visit: it starts over at the link. */
const FRESH_FOR_MS = HOUR_MS;

/**
 * The launch page of one visit: `https://{launch host}/{link host}/{slug}?d=…`, with what the link
 * forwards. `d` is the signed reference to the visit's click (Rule: visitors).
 */
export function launchUrlOf(
  { app, tokens }: LinkHostContext,
  link: Launched & Forwarding,
  { clickId, isPersons }: LaunchedClick,
  query: string,
): string {
  const { linkUrlTemplate, launchHost } = app.config;
  const page = fillLinkTemplate(linkUrlTemplate, launchHost, `${link.host}/${link.slug}`);
  const reference = `d=${tokens.issue(isPersons ? personsScopeOf(link) : scopeOf(link), clickId)}`;
  return withPairs(page, [reference, ...keptPairs(link), ...forwardedPairs(link, query)]);
}

/** The link itself, with what it forwards, for a visit that goes on there; `click` names one that is counted already. */
export function linkUrlOf(
  shortUrl: string,
  link: Forwarding,
  query: string,
  click: string | null,
): string {
  const pairs = [
    ...(click === null ? [] : [`_lc=${encodeURIComponent(click)}`, ...keptPairs(link)]),
    ...forwardedPairs(link, query),
  ];
  return pairs.length === 0 ? shortUrl : withPairs(shortUrl, pairs);
}

/** A long link has a query of its own. */
function withPairs(url: string, pairs: readonly string[]): string {
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function keptPairs({ route }: Forwarding): string[] {
  return route === null ? [] : [routePair(route)];
}

function forwardedPairs(link: Pick<Forwarding, 'allowQueryPassthrough'>, query: string): string[] {
  if (!link.allowQueryPassthrough) return [];
  return [...readPassthrough(query)].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
}

/** Reads `d`: the click, and whether its visit is still the current one. Null: not signed by us. */
export function readLaunchReference(
  { tokens }: LinkHostContext,
  link: Launched,
  reference: string | null,
): (LaunchedClick & { readonly fresh: boolean }) | null {
  if (reference === null) return null;
  const persons = tokens.verify(personsScopeOf(link), reference);
  const clickId = persons ?? tokens.verify(scopeOf(link), reference);
  if (clickId === null) return null;
  const fresh = Math.abs(Date.now() - timeOfId(clickId)) < FRESH_FOR_MS;
  return { clickId, isPersons: persons !== null, fresh };
}

function personsScopeOf(link: Launched): string {
  return `${scopeOf(link)} person`;
}

function scopeOf({ host, slug }: Launched): string {
  return `launch ${host}/${slug}`;
}
