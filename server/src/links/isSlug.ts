import { RESERVED_SLUGS } from '@fairlead/contract/limits';

const SLUG = /^(?=.{1,255}$)[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
/**
 * What the service answers itself below the first segment, and the segments that browsers take out of a path, so that
 * nobody would arrive.
 */
const OUR_PATHS = /^internal\/|\/qr\.(?:svg|png)$|(?:^|\/)\.\.?(?:\/|$)/i;

/** Whether a text can be a slug by its characters (Rule: bodies 4). */
export function isSlugText(text: string): boolean {
  return SLUG.test(text);
}

/** Whether a slug would stand in the way of what the service answers itself. */
export function isReserved(slug: string): boolean {
  const slash = slug.indexOf('/');
  if (slash < 0) return RESERVED_SLUGS.has(slug.toLowerCase());
  return RESERVED_SLUGS.has(slug.slice(0, slash).toLowerCase()) || OUR_PATHS.test(slug);
}

/** Whether a text can name a link at all; what cannot is never looked up. */
export function isSlug(text: string): boolean {
  return isSlugText(text) && !isReserved(text);
}
