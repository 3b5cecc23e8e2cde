/**
 * The same text in memory of its own. Parts of a text share its memory, so that a short one that is kept,
 * as in a cache, keeps a whole request head with it.
 */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
