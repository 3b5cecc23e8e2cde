import { fillLinkTemplate } from '../lib/fillLinkTemplate.ts';
import { timeOfId } from '../lib/uuid.ts';
import { readPassthrough } from '../links/passthrough.ts';
import type { LinkHostContext } from './LinkHostContext.ts';
import { HOUR_MS } from '../lib/time.ts';

interface Launched {
  /** Of the link's own domain. */
  readonly host: string;
  readonly slug: string;
}

interface Forwarding {
  readonly allowQueryPassthrough: boolean;
}

/** A launch page that is opened later is another visit: it starts over at the link. */
const FRESH_FOR_MS = HOUR_MS;

/**
 * The launch page of one visit: `https://{launch host}/{link host}/{slug}?d=…`, with what the link
 * forwards. `d` is the signed reference to the visit's click (Rule: visitors).
 */
export function launchUrlOf(
  { app, tokens }: LinkHostContext,
  link: Launched & Forwarding,
  clickId: string,
  query: string,
): string {
  const { linkUrlTemplate, launchHost } = app.config;
  const page = fillLinkTemplate(linkUrlTemplate, launchHost, `${link.host}/${link.slug}`);
  const reference = `d=${tokens.issue(scopeOf(link), clickId)}`;
  return withPairs(page, [reference, ...forwardedPairs(link, query)]);
}

/** The link itself, with what it forwards, for a visit that starts over. */
export function linkUrlOf(shortUrl: string, link: Forwarding, query: string): string {
  const pairs = forwardedPairs(link, query);
  return pairs.length === 0 ? shortUrl : withPairs(shortUrl, pairs);
}

/** A long link has a query of its own. */
function withPairs(url: string, pairs: readonly string[]): string {
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function forwardedPairs(link: Forwarding, query: string): string[] {
  if (!link.allowQueryPassthrough) return [];
  return [...readPassthrough(query)].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
}

/** Reads `d` back: the click, and whether its visit is still the one under way. Null: not signed by us. */
export function readLaunchReference(
  { tokens }: LinkHostContext,
  link: Launched,
  reference: string | null,
): { readonly clickId: string; readonly fresh: boolean } | null {
  const clickId = reference === null ? null : tokens.verify(scopeOf(link), reference);
  if (clickId === null) return null;
  return { clickId, fresh: Math.abs(Date.now() - timeOfId(clickId)) < FRESH_FOR_MS };
}

function scopeOf({ host, slug }: Launched): string {
  return `launch ${host}/${slug}`;
}
