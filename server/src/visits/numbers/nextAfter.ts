import { lowestIdAt } from '#platform/lib/uuid.ts';
import type { ListedClick } from './ClickStore.ts';

/** Milliseconds by which a click may become visible later than one that came after it. */
const LATENESS = 2_000;

/**
 * The `after` of the next poll: a little before the newest click, so that one written late is not
 * missed. The reader recognises repeated clicks by their id.
 */
export function nextAfter(
  clicks: readonly ListedClick[],
  after: string | undefined,
): string | null {
  const newest = clicks[0];
  if (newest === undefined) return after ?? null;
  const bound = lowestIdAt(newest.at.getTime() - LATENESS);
  return after !== undefined && bound < after ? after : bound;
}
