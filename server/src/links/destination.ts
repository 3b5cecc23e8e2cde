import type { FindingCode } from '@fairlead/contract/finding';
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

/** Why a URL cannot be a destination, in words that follow the field's name. */
export interface DestinationFault {
  readonly code: FindingCode;
  readonly words: string;
}

/**
 * Why a URL cannot be a destination, or null when it can:
 * http, https or an app scheme, at most 8192 characters, nothing unseen (DECISIONS 5). Asked at creation
 * and again when a visitor is sent there.
 */
export function checkDestination(url: string): DestinationFault | null {
  if (url.length > LIMITS.destinationLength) {
    const words = `must be at most ${LIMITS.destinationLength} characters long`;
    return { code: 'too_long', words };
  }
  if (UNSEEN.test(url) || !url.isWellFormed()) {
    const words = 'must not contain spaces, control or invisible characters; percent-encode them';
    return { code: 'forbidden_character', words };
  }
  const [, scheme, rest] = SCHEME.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    const words = "must be a full URL that begins with http://, https:// or your app's own scheme";
    return { code: 'format', words };
  }
  const name = scheme.toLowerCase();
  if (REFUSED_SCHEMES.has(name)) {
    const words = `must not use the ${name}: scheme; use http, https or your app's own scheme`;
    return { code: 'forbidden_scheme', words };
  }
  if (name === 'http' || name === 'https') return checkWebAddress(url, rest);
  return rest === '' ? { code: 'format', words: 'must have something behind its scheme' } : null;
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
  const fault = checkDestination(url);
  const finding = fault?.words ?? null;
  const destination = { header: fault === null ? destinationHeader(url) : null, finding };
  judged.set(url, destination);
  return destination;
}

/** The destination as a `Location` header may carry it: ASCII only. For URLs that passed the check. */
export function destinationHeader(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  if (/^https?:/i.test(url)) return new URL(url).href;
  return url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

function checkWebAddress(url: string, rest: string): DestinationFault | null {
  if (!/^\/\/[^/?#\\@]/.test(rest) || !URL.canParse(url)) {
    const words = 'must be a valid http or https URL with a host, such as https://example.com/path';
    return { code: 'format', words };
  }
  return null;
}
