import type sharp from 'sharp';
import { Problem } from '../Problem.ts';

const NO_SHARP =
  'This server cannot read images: the package sharp has no binary for its machine (npm ci installs it)';

/** Throws UNAVAILABLE if this machine has no library for images. */
export async function loadSharp(): Promise<typeof sharp> {
  const bound = await import('./boundSharp.ts').catch(() => {
    throw new Problem('UNAVAILABLE', NO_SHARP);
  });
  return bound.sharp;
}
