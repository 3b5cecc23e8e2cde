import type { IncomingHttpHeaders } from 'node:http';
import { copyText } from '#platform/lib/copyText.ts';

export interface FastPathHead {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Longer heads are left to Node. */
const MAX_BYTES = 8192;
/** Heads with more headers are left to Node too, which refuses a thousand small ones with 431. */
const MAX_HEADERS = 100;
const METHOD = 'GET ';
const VERSION = ' HTTP/1.1\r\n';
const END = '\r\n\r\n';
const URL_PATTERN = /^\/[\x21-\x7e]*$/;
const NAME_PATTERN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE_PATTERN = /^[\t\x20-\x7e]*$/;

/**
 * Headers that announce a body, change the connection or have special meaning; a request with one of
 * them is not plain.
 */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'upgrade',
  'http2-settings',
  'proxy-connection',
  'keep-alive',
  // Not a property of Node's header objects.
  '__proto__',
]);

/** Names as clients write them, mapped to our form; null for names that are not plain. */
const knownNames = new Map<string, string | null>();
const MAX_NAMES = 1000;

/**
 * Reads the head of a plain request: a complete HTTP/1.1 GET in one piece, without a body, with a
 * host, every header once and nothing unusual. Null for all others, which go to Node's own parser:
 * whatever is read here would be read the same there, so no one can exploit a difference between the
 * two.
 */
export function readFastPathRequest(chunk: Buffer): FastPathHead | null {
  if (chunk.length > MAX_BYTES || chunk[0] !== 0x47) return null;
  const text = chunk.toString('latin1');
  const headEnd = text.length - END.length;
  // The first empty line must be the end: a second request after it would be pipelining.
  if (!text.startsWith(METHOD) || text.indexOf(END) !== headEnd) return null;
  const lineEnd = text.indexOf('\r\n');
  const urlEnd = lineEnd - VERSION.length + 2;
  if (urlEnd < METHOD.length || !text.startsWith(VERSION, urlEnd)) return null;
  const url = text.slice(METHOD.length, urlEnd);
  if (!URL_PATTERN.test(url)) return null;
  const headers = readHeaders(text, lineEnd + 2, headEnd);
  return headers === null ? null : { url, headers };
}

function readHeaders(text: string, from: number, headEnd: number): IncomingHttpHeaders | null {
  const headers: Record<string, string> = Object.create(null);
  let left = MAX_HEADERS;
  for (let start = from; start < headEnd; left -= 1) {
    if (left === 0) return null;
    const lineEnd = text.indexOf('\r\n', start);
    const colon = text.indexOf(':', start);
    if (colon < 0 || colon >= lineEnd) return null;
    const name = plainName(text.slice(start, colon));
    if (name === null || name in headers) return null;
    const value = text.slice(colon + 1, lineEnd);
    if (!VALUE_PATTERN.test(value)) return null;
    headers[name] = value.trim();
    start = lineEnd + 2;
  }
  const { host, connection } = headers;
  if (host === undefined) return null;
  return connection === undefined || connection.toLowerCase() === 'keep-alive' ? headers : null;
}

function plainName(written: string): string | null {
  const known = knownNames.get(written);
  if (known !== undefined) return known;
  const name = written.toLowerCase();
  const plain = NAME_PATTERN.test(written) && !NOT_PLAIN.has(name) ? name : null;
  if (knownNames.size < MAX_NAMES) {
    // Copied, because a slice of the head would keep all of it in memory.
    const key = copyText(written);
    knownNames.set(key, plain === null ? null : key.toLowerCase());
  }
  return plain;
}
