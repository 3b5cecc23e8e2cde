import type { Place } from './Source.ts';
import { textOf } from './values.ts';

/** Where a short URL stands, with or without a scheme; undefined where it is none. */
export function placeOf(value: unknown): Place | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol) || !/[.]|^localhost$/.test(hostname)) return undefined;
  return { host: hostname, path: cleanPath(pathname) };
}

/** A path without the slashes around it, and with its escapes undone where that is possible. */
export function cleanPath(path: string): string {
  const bare = path.replace(/^\/+/, '').replace(/\/+$/, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** The short URL as a person knows it. */
export function renderPlace({ host, path }: Place): string {
  return `${host ?? ''}/${path}`;
}
