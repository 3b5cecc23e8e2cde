import type { FindingCode } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import { LRUCache } from 'lru-cache';
import { isForeignScheme } from '../lib/foreignSchemes.ts';

// One letter is no app's scheme: it is a Windows drive.
const SCHEME = /^([a-z][a-z0-9+.-]+):(.*)$/is;
// Browsers drop tabs and line ends anywhere in a URL, which hides a scheme; other unseen characters fool readers.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What RFC 3986 allows, part by part. */
const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2}`;
const AUTHORITY = String.raw`(?:(?:[\w.~!$&'()*+,;=:-]|%[0-9a-f]{2})*@)?(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?`;
const URI = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]*:(?:\/\/${AUTHORITY}(?:\/(?:${CHARACTER}|\/)*)?|(?!\/\/)(?:${CHARACTER}|\/)*)(?:\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
  'i',
);

/** Why a URL cannot be a destination, in words that follow the field's name. */
export interface DestinationFault {
  readonly code: FindingCode;
  readonly message: string;
}

/**
 * Why a URL cannot become a destination, or null when it can: what `checkDestination` asks, and a form in which it is a
 * URI (RFC 3986), for that is what is stored and answered.
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
 * Why nobody may be sent to a URL, or null: http, https or an app scheme, at most 8192 characters, nothing unseen
 * (Rule: bodies). Asked at creation and again when a visitor is sent there.
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
    return { code: 'format', message };
  }
  const name = scheme.toLowerCase();
  if (isForeignScheme(name)) return forbidden(name);
  if (name === 'intent') return checkIntent(rest);
  if (name === 'http' || name === 'https') return checkWebAddress(url, rest);
  return rest === '' ? EMPTY : null;
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
  const finding = fault?.message ?? null;
  const destination = { header: fault === null ? serialiseDestination(url) : null, finding };
  judged.set(url, destination);
  return destination;
}

/** The destination as it is stored, answered and sent in a `Location` header: ASCII only. For URLs that passed a check. */
export function serialiseDestination(url: string): string {
  const uri = serialise(url);
  if (uri !== null) return uri;
  // Links of earlier releases may have a stray percent sign, which browsers pass on as it is.
  if (/^https?:/i.test(url)) return new URL(url).href;
  return url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/** A URL that is a URI stays as it is; another is written as browsers send it. Null where no writing makes it one. */
function serialise(url: string): string | null {
  if (URI.test(url)) return url;
  const sent = /^https?:/i.test(url) ? new URL(url).href : url;
  const encoded = sent.replaceAll(/[^\w.~!$&'()*+,;=:@/?#[\]%-]+/gu, encodeURIComponent);
  // Brackets belong to addresses of hosts, and one # begins the fragment.
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
 * An Android intent: what it opens (`data`, or `scheme=` for it) and what a browser opens instead
 * (`S.browser_fallback_url`) must be destinations themselves.
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
    // What cannot be decoded is nobody's address.
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
