import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LibraryKey } from '../libraryKeys.ts';

/** As the library signs a cookie: `value.signature`, HMAC-SHA-256 in base64. */
export function signValue(value: string, key: LibraryKey): string {
  return `${value}.${signatureOf(value, key)}`;
}

/** The value of a cookie signed by one of the keys; `text` is the cookie's value as sent. */
export function readSigned(text: string, keys: readonly LibraryKey[]): string | undefined {
  const signed = decode(text);
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return undefined;
  const value = signed.slice(0, dot);
  // Compared as text: decoded, a signature with something appended would give the same bytes.
  const signature = Buffer.from(signed.slice(dot + 1));
  const known = keys.some((key) => {
    const expected = Buffer.from(signatureOf(value, key));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return known ? value : undefined;
}

/** The `Set-Cookie` value of a signed value in one of the library's cookies, which never crosses sites. */
export function renderCookie(
  { name, attributes }: LibraryCookie,
  signed: string,
  seconds: number,
): string {
  return [
    `${name}=${encodeURIComponent(signed)}`,
    `Max-Age=${seconds}`,
    `Path=${attributes.path}`,
    'HttpOnly',
    ...(attributes.secure ? ['Secure'] : []),
    'SameSite=Strict',
  ].join('; ');
}

interface LibraryCookie {
  readonly name: string;
  readonly attributes: { readonly path?: string; readonly secure?: boolean };
}

/** The value of a cookie in a `Cookie` header, unchanged. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = header?.split(/; */).find((cookie) => cookie.startsWith(prefix));
  return pair?.slice(prefix.length);
}

function signatureOf(value: string, key: LibraryKey): string {
  return createHmac('sha256', key.value).update(value).digest('base64');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
