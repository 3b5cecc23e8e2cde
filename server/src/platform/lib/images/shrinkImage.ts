import type { Sharp } from 'sharp';
import { bodyFinding } from '@fairlead/contract/finding';
import { Problem } from '../Problem.ts';
import { loadSharp } from './loadSharp.ts';
import { openImage, readable } from './openImage.ts';

/** How an image is tried: the first that is small enough is taken. */
interface Attempt {
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

interface ShrunkImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The ways to write an image with a quality, the best first. */
type Encode = (image: Sharp, quality: number) => readonly Sharp[];

/** Drawings in few colours are smaller, and sharper, without loss; photos are not. */
export const asWebp: Encode = (image, quality) => [
  image.clone().webp({ nearLossless: true, quality: 60, effort: 6 }),
  image.clone().webp({ quality, alphaQuality: quality, effort: 6 }),
];
/** On white, for there is no transparency. */
export const asJpeg: Encode = (image, quality) => [
  image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }),
];

/** Works on one image at a time: two at once would take twice the memory. */
export interface ImageShrinker {
  /** The image in at most so many bytes, within the sizes of an attempt. Throws as `openImage` does. */
  shrink(...input: Parameters<typeof shrinkImage>): Promise<ShrunkImage>;
}

export function createImageShrinker(): ImageShrinker {
  let last: Promise<unknown> = Promise.resolve();
  return {
    shrink(...input) {
      const turn = last.then(() => shrinkImage(...input));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function shrinkImage(
  image: Uint8Array,
  most: number,
  attempts: readonly Attempt[],
  encode: Encode,
): Promise<ShrunkImage> {
  const opened = await openImage(image);
  // Decoded once, however many attempts it takes.
  const largest = attempts[0]!;
  const { data, info } = await readable(
    opened
      .resize({ ...within(largest) })
      .ensureAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const sharp = await loadSharp();
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const attempt of attempts) {
    const resized = sharp(data, { raw }).resize({ ...within(attempt) });
    for (const encoded of encode(resized, attempt.quality)) {
      const { data: bytes, info: size } = await encoded.toBuffer({ resolveWithObject: true });
      if (bytes.length <= most) return { bytes, width: size.width, height: size.height };
    }
  }
  throw new Problem(
    'VALIDATION_ERROR',
    bodyFinding('too_large', 'The image cannot be made small enough for a page; use a simpler one'),
  );
}

function within({ width, height }: Attempt) {
  return { width, height, fit: 'inside', withoutEnlargement: true } as const;
}
