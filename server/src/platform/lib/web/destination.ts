import type { FindingCode } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import { LRUCache } from 'lru-cache';
import { isForeignScheme } from '@fairlead/contract/foreignSchemes';

// A single letter is not an app's scheme but a Windows drive.
const SCHEME = /^([a-z][a-z0-9+.-]+):(.*)$/is;
// Browsers drop tabs and line breaks anywhere in a URL, which can hide a scheme; other invisible characters mislead
// readers.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** How a web address begins that lacks its scheme. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i;
/** Characters of what was meant that are repeated. */
const MEANT_LENGTH = 100;

/** What RFC 3986 allows, part by part. */
const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2}`;
const AUTHORITY = String.raw`(?:(?:[\w.~!$&'()*+,;=:-]|%[0-9a-f]{2})*@)?(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?`;
const URI = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]*:(?:\/\/${AUTHORITY}(?:\/(?:${CHARACTER}|\/)*)?|(?!\/\/)(?:${CHARACTER}|\/)*)(?:\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
  'i',
);

/** Why a URL cannot be a destination, worded to follow the field's name. */
export interface DestinationFault {
  readonly code: FindingCode;
  readonly message: string;
}

/**
 * Why a URL cannot become a destination, or null if it can: it must pass `checkDestination`, and be representable as a
 * URI (RFC 3986), because that is what is stored and returned.
 */
export function checkNewDestination(url: string): DestinationFault | null {
  const fault = checkDestination(url);
  if (fault !== null) return fault;
  const uri = serialise(url);
  if (uri === null) {
    const message = 'must be a valid URI (RFC 3986); write a % that stands for itself as %25';
    return { code: 'format', message };
  }
  return uri.length > LIMITS.destinationLength ? TOO_LONG : null;
}

/**
 * Why no one may be sent to a URL, or null: it must be http, https or an app scheme, have at most 8192
 * characters, and contain no invisible ones (Rule: bodies). Checked at creation and again when a visitor is sent
 * there.
 */
export function checkDestination(url: string): DestinationFault | null {
  if (url.length > LIMITS.destinationLength) return TOO_LONG;
  if (UNSEEN.test(url) || !url.isWellFormed()) {
    const message = 'must not contain control or invisible characters; percent-encode them';
    return { code: 'forbidden_character', message };
  }
  const [, scheme, rest] = SCHEME.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    const message =
      "must be a full URL that begins with http://, https:// or your app's own scheme";
    const meant = HOST.test(url) ? `; did you mean https://${url.slice(0, MEANT_LENGTH)}` : '';
    return { code: 'format', message: message + meant };
  }
  const name = scheme.toLowerCase();
  if (isForeignScheme(name)) return forbidden(name);
  if (name === 'intent') return checkIntent(rest);
  if (name === 'http' || name === 'https') return checkWebAddress(url, rest);
  return rest === '' ? EMPTY : null;
}

/** A stored destination as used for a visitor: the header to send, or why it is not used. */
interface Destination {
  readonly header: string | null;
  /** As worded by `checkDestination`; null for a valid one. */
  readonly finding: string | null;
}

/** Redirects use the same few destinations again and again, and checking one costs as much as everything else. */
const judged = new LRUCache<string, Destination>({ max: 5000 });

/** Checks a stored destination, each only once while it stays among the most recently used. */
export function readDestination(url: string): Destination {
  const known = judged.get(url);
  if (known !== undefined) return known;
  const fault = checkDestination(url);
  const finding = fault?.message ?? null;
  const destination = { header: fault === null ? serialiseDestination(url) : null, finding };
  judged.set(url, destination);
  return destination;
}

/** The destination as stored, returned and sent in a `Location` header: ASCII only. For URLs that passed a check. */
export function serialiseDestination(url: string): string {
  const uri = serialise(url);
  if (uri !== null) return uri;
  // Links from earlier releases may have a stray percent sign, which browsers pass on unchanged.
  if (/^https?:/i.test(url)) return new URL(url).href;
  return url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/**
 * A URL that is a URI stays unchanged; any other is written as browsers send it. Null if that does not make
 * it a URI.
 */
function serialise(url: string): string | null {
  if (URI.test(url)) return url;
  const sent = /^https?:/i.test(url) ? new URL(url).href : url;
  const encoded = sent.replaceAll(/[^\w.~!$&'()*+,;=:@/?#[\]%-]+/gu, encodeURIComponent);
  // Brackets may occur only in a host's IP address, and a single # begins the fragment.
  const [, host = '', path = ''] = /^([^:]*:(?:\/\/[^/?#]*)?)(.*)$/s.exec(encoded) ?? [];
  const [page, ...fragments] = path.replaceAll('[', '%5B').replaceAll(']', '%5D').split('#');
  const uri = [`${host}${page}`, ...(fragments.length > 0 ? [fragments.join('%23')] : [])].join(
    '#',
  );
  return URI.test(uri) ? uri : null;
}

const TOO_LONG: DestinationFault = {
  code: 'too_long',
  message: `must be at most ${LIMITS.destinationLength} characters long`,
};

function forbidden(scheme: string): DestinationFault {
  const message = `must not use the ${scheme}: scheme; use http, https or your app's own scheme`;
  return { code: 'forbidden_scheme', message };
}

/**
 * An Android intent: both what it opens (`data`, or `scheme=` for it) and what a browser opens
 * instead (`S.browser_fallback_url`) must be valid destinations.
 */
function checkIntent(rest: string): DestinationFault | null {
  if (rest === '') return EMPTY;
  const [data = '', ...settings] = rest.split('#Intent;');
  const own = SCHEME.exec(data)?.[1]?.toLowerCase();
  if (own !== undefined && isForeignScheme(own)) return forbidden(own);
  for (const setting of settings.join('#Intent;').split(';')) {
    const [key, value] = readSetting(setting);
    const scheme = value.toLowerCase();
    if (key === 'scheme' && isForeignScheme(scheme)) return forbidden(scheme);
    if (key.endsWith('.browser_fallback_url') && !isFallback(value)) return BAD_FALLBACK;
  }
  return null;
}

/** Android decodes names and values alike. */
function readSetting(setting: string): [key: string, value: string] {
  const at = setting.indexOf('=');
  if (at < 0) return [setting, ''];
  const [key, value] = [setting.slice(0, at), setting.slice(at + 1)];
  try {
    return [decodeURIComponent(key), decodeURIComponent(value)];
  } catch {
    // Something that cannot be decoded is not a URL.
    return [key, ''];
  }
}

function isFallback(url: string): boolean {
  return !/^intent:/i.test(url) && checkDestination(url) === null;
}

const EMPTY: DestinationFault = {
  code: 'format',
  message: 'must have something behind its scheme',
};
const BAD_FALLBACK: DestinationFault = {
  code: 'forbidden_scheme',
  message: "must have an S.browser_fallback_url that is http, https or your app's own scheme",
};

function checkWebAddress(url: string, rest: string): DestinationFault | null {
  if (!/^\/\/[^/?#\\@]/.test(rest) || !URL.canParse(url)) {
    const message =
      'must be a valid http or https URL with a host, such as https://example.com/path';
    return { code: 'format', message };
  }
  return null;
}
