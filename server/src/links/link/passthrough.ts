import { LIMITS, RESERVED_QUERY_KEYS } from '@fairlead/contract/limits';

const KEY = new RegExp(`^[A-Za-z0-9_-]{1,${LIMITS.passthroughKeyLength}}$`);

/**
 * The parameters of a query string that passthrough forwards, by the rules and in the order of Rule:
 * passthrough. `query` is raw, without its `?`; values are always strings; anything invalid is
 * dropped, including malformed percent-encoding.
 *
 * A repeated key keeps its first position and takes its last valid value, so it counts once towards
 * the 25 and once towards the bytes.
 */
export function readPassthrough(query: string): ReadonlyMap<string, string> {
  const valid = new Map<string, string>();
  if (query === '') return valid;
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    if (key === null || RESERVED_QUERY_KEYS.has(key) || !KEY.test(key)) continue;
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    if (value === null || !isForwardable(value)) continue;
    if (valid.size < LIMITS.passthroughCount || valid.has(key)) valid.set(key, value);
  }
  return cutToBytes(valid);
}

/**
 * Stored parameters with the query's merged over them (Rule: passthrough 3). Returns
 * `parameters` itself when nothing is forwarded. For links with `allowQueryPassthrough` only.
 */
export function mergePassthrough<T extends Readonly<Record<string, unknown>> | null>(
  parameters: T,
  query: string,
): T | Record<string, unknown> {
  const forwarded = readPassthrough(query);
  if (forwarded.size === 0) return parameters;
  // Spread and fromEntries define own properties: a stored `__proto__` stays a plain key.
  return { ...parameters, ...Object.fromEntries(forwarded) };
}

/** A query with only the forwarded parameters; null when nothing is forwarded. */
export function encodePassthrough(query: string): string | null {
  if (query === '') return null;
  const pairs: string[] = [];
  for (const [key, value] of readPassthrough(query)) {
    if (value.isWellFormed()) pairs.push(`${key}=${encodeURIComponent(value)}`);
  }
  return pairs.length === 0 ? null : pairs.join('&');
}

/** Whether a jsonb column can hold the text: PostgreSQL refuses U+0000. */
function isForwardable(value: string): boolean {
  return value.length <= LIMITS.passthroughValueLength && !value.includes('\0');
}

function cutToBytes(valid: Map<string, string>): Map<string, string> {
  let bytes = 0;
  let full = false;
  for (const [key, value] of valid) {
    bytes += key.length + Buffer.byteLength(value);
    full ||= bytes > LIMITS.passthroughTotalBytes;
    if (full) valid.delete(key);
  }
  return valid;
}

/** Form decoding; null if the percent-encoding is malformed or not UTF-8. */
function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}
