import { hostName } from '../lib/requestFacts.ts';

/** What a link URL names, before anything is looked up; `query` is raw, without its `?`. */
export type LinkUrl =
  | { readonly kind: 'web'; readonly host: string; readonly slug: string; readonly query: string }
  | {
      readonly kind: 'scheme';
      readonly scheme: string;
      readonly slug: string;
      readonly query: string;
    };

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\//i;

/**
 * Reads `https://host/slug?…`, `host/slug?…` without a scheme, `scheme://slug?…` and
 * `scheme://any/path/slug` (Rule: resolve). Null when the text cannot name a link.
 */
// oxlint-disable-next-line complexity -- the forms of a URL, one after the other
export function parseLinkUrl(text: string): LinkUrl | null {
  const trimmed = text.trim();
  const scheme = ABSOLUTE.exec(trimmed)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? trimmed : trimmed.slice(scheme.length + 3);
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(rest) ?? [];
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') {
    const slug = decode(path.split('/').findLast((part) => part !== '') ?? '');
    return slug === null ? null : { kind: 'scheme', scheme, slug, query };
  }
  const slash = path.indexOf('/');
  if (slash < 0) return null;
  const authority = path.slice(0, slash);
  const slug = slugOfPath(path.slice(slash));
  // A user part would let a text look like one host and be another.
  if (slug === null || authority === '' || authority.includes('@')) return null;
  return { kind: 'web', host: hostName(authority), slug, query };
}

/**
 * The slug of a link host's path: `/slug`, and `/d/slug` for links from before a format change.
 * Null for any other path.
 */
export function slugOfPath(path: string): string | null {
  const match = /^\/(?:d\/)?([^/]+)\/?$/.exec(path);
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
