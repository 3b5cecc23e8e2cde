const SLUG = /^[A-Za-z0-9._~-]{1,255}$/;

/** Whether a text can be a slug at all (Rule: bodies); what cannot is never looked up. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}
