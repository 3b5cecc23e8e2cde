import { RESERVED_SLUGS } from '@fairlead/contract/limits';

const SLUG = /^(?=.{1,255}$)[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
/**
 * Paths that the service answers itself, and segments that browsers remove from a path, so that no one could reach
 * the link.
 */
const OUR_PATHS = /^internal\/|\/qr\.(?:svg|png)$|(?:^|\/)\.\.?(?:\/|$)/i;

/** Whether a text consists of characters allowed in a slug (Rule: bodies 4). */
export function isSlugText(text: string): boolean {
  return SLUG.test(text);
}

/** Whether a slug collides with paths that the service answers itself. */
export function isReserved(slug: string): boolean {
  const slash = slug.indexOf('/');
  if (slash < 0) return RESERVED_SLUGS.has(slug.toLowerCase());
  return RESERVED_SLUGS.has(slug.slice(0, slash).toLowerCase()) || OUR_PATHS.test(slug);
}

/** Whether a text can be the slug of a link at all; if not, it is never looked up. */
export function isSlug(text: string): boolean {
  return isSlugText(text) && !isReserved(text);
}
