import { hash, timingSafeEqual } from 'node:crypto';
import { Problem } from '#platform/lib/Problem.ts';

/** In a time that does not depend on how much of it fits. */
export function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/** UNAUTHORIZED: not signed by the provider. `cure` is for those who set the source up. */
export function notSigned(cure: string): Problem {
  return new Problem('UNAUTHORIZED', `The signature does not fit; ${cure}`);
}
