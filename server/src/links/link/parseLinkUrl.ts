import { hostName } from '#platform/lib/web/requestFacts.ts';

/** What a link URL names, before anything is looked up; `query` is raw, without its `?`. */
export type LinkUrl =
  | { readonly kind: 'web'; readonly host: string; readonly slug: string; readonly query: string }
  | {
      readonly kind: 'scheme';
      readonly scheme: string;
      /** The first of these that is a link counts. */
      readonly slugs: readonly string[];
      readonly query: string;
    };

/** How many trailing segments of a longer path are tried: each is a lookup. */
const MAX_TRIED = 4;

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\//i;

/**
 * Reads `https://host/slug?…`, `host/slug?…` without a scheme, `scheme://slug?…` and
 * `scheme://any/path/slug` (Rule: resolve). Null when the text cannot name a link.
 */
// oxlint-disable-next-line complexity -- the forms of a URL, one after the other
export function parseLinkUrl(text: string): LinkUrl | null {
  const { scheme, path, query } = split(text);
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') {
    const slugs = slugsOfAppPath(path);
    return slugs.length === 0 ? null : { kind: 'scheme', scheme, slugs, query };
  }
  const web = splitWebUrl(text);
  const slug = web && slugOfPath(web.path);
  return web && slug !== null ? { kind: 'web', host: web.host, slug, query } : null;
}

/** The query of a URL of any scheme, raw and without its `?`. */
export function queryOf(url: string): string {
  return split(url).query;
}

/** Host, path and query of a web URL, whatever its path is; null for any other text. */
export function splitWebUrl(
  text: string,
): { readonly host: string; readonly path: string; readonly query: string } | null {
  const { scheme, path, query } = split(text);
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return null;
  const slash = path.indexOf('/');
  const authority = slash < 0 ? path : path.slice(0, slash);
  // With a user part, a URL could look like one host and be another.
  if (authority === '' || authority.includes('@')) return null;
  return { host: hostName(authority), path: slash < 0 ? '/' : path.slice(slash), query };
}

function split(text: string) {
  const trimmed = text.trim();
  const scheme = ABSOLUTE.exec(trimmed)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? trimmed : trimmed.slice(scheme.length + 3);
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(rest) ?? [];
  return { scheme, path, query };
}

/**
 * The slugs that an app's path can mean, the longest first: anything before the slug belongs to the app, and a
 * slug may itself have several segments.
 */
function slugsOfAppPath(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  const lengths = new Set([parts.length]);
  for (let tried = Math.min(MAX_TRIED, parts.length); tried > 0; tried -= 1) lengths.add(tried);
  return [...lengths].flatMap((length) => decode(parts.slice(-length).join('/')) ?? []);
}

/**
 * The slug in a link host's path: `/slug`, or `/d/slug` for links in an older format. Null for any
 * other path.
 */
export function slugOfPath(path: string): string | null {
  const match = /^\/(?:d\/)?([^/]+(?:\/[^/]+)*)\/?$/.exec(path);
  return match ? decode(match[1]!) : null;
}

function decode(part: string): string | null {
  if (part === '') return null;
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
