import { LIMITS } from '@fairlead/contract/limits';
import { LRUCache } from 'lru-cache';

/** Schemes that run script, read the visitor's files or show what the browser alone may show. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'filesystem',
  'view-source',
  // These carry another address within, which their readers follow.
  'feed',
  'jar',
  'about',
]);
// One letter is no app's scheme: it is a Windows drive.
const SCHEME = /^([a-z][a-z0-9+.-]+):(.*)$/is;
// Browsers drop tabs and line ends anywhere in a URL and blanks around it, which hides a scheme.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Why a URL cannot be a destination, in words that follow the field's name, or null when it can:
 * http, https or an app scheme, at most 8192 characters, nothing unseen (DECISIONS 5). Asked at creation
 * and again when a visitor is sent there.
 */
export function checkDestination(url: string): string | null {
  if (url.length > LIMITS.destinationLength) {
    return `must be at most ${LIMITS.destinationLength} characters long`;
  }
  if (UNSEEN.test(url) || !url.isWellFormed()) {
    return 'must not contain spaces, control or invisible characters; percent-encode them';
  }
  const [, scheme, rest] = SCHEME.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    return "must be a full URL that begins with http://, https:// or your app's own scheme";
  }
  const name = scheme.toLowerCase();
  if (REFUSED_SCHEMES.has(name)) {
    return `must not use the ${name}: scheme; use http, https or your app's own scheme`;
  }
  if (name === 'http' || name === 'https') return checkWebAddress(url, rest);
  return rest === '' ? 'must have something behind its scheme' : null;
}

/** What a stored destination is worth to a visitor: the header to send, or why it is not used. */
interface Destination {
  readonly header: string | null;
  /** As `checkDestination` words it; null for a good one. */
  readonly finding: string | null;
}

/** A redirect looks at the same few destinations again and again; looking costs as much as all else. */
const judged = new LRUCache<string, Destination>({ max: 5000 });

/** Judges a stored destination, each once while it stays among those last asked for. */
export function readDestination(url: string): Destination {
  const known = judged.get(url);
  if (known !== undefined) return known;
  const finding = checkDestination(url);
  const destination = { header: finding === null ? destinationHeader(url) : null, finding };
  judged.set(url, destination);
  return destination;
}

/** The destination as a `Location` header may carry it: ASCII only. For URLs that passed the check. */
export function destinationHeader(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  if (/^https?:/i.test(url)) return new URL(url).href;
  return url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

function checkWebAddress(url: string, rest: string): string | null {
  if (!/^\/\/[^/?#\\@]/.test(rest) || !URL.canParse(url)) {
    return 'must be a valid http or https URL with a host, such as https://example.com/path';
  }
  return null;
}
