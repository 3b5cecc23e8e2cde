import { bodyFinding } from '@fairlead/contract/finding';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import type { Sharp, SharpOptions } from 'sharp';
import { Problem } from '../Problem.ts';

/** Never by its name alone: a renamed SVG would have the server follow what it links to. */
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

const OPTIONS: SharpOptions = {
  limitInputPixels: LIMITS.imageMegapixels * 1e6,
  // What is cut off or damaged would be grey below.
  failOn: 'truncated',
  // Of several pictures the first.
  pages: 1,
};

const NO_IMAGE =
  'This is no PNG, JPEG or WebP image, or it is damaged; save it as one of these and upload it again';
const TOO_MANY_PIXELS = `The image has more than ${limitText('imageMegapixels')} megapixels; make it smaller and upload it again`;
const NO_SHARP =
  'This server cannot read images: the package sharp has no binary for its machine (npm ci installs it)';

/**
 * An image upright and without its metadata (where it was taken, by whom). Throws VALIDATION_ERROR for anything else, and
 * for one with too many pixels, before they are decoded; UNAVAILABLE if this machine has no library for images.
 */
export async function openImage(bytes: Uint8Array): Promise<Sharp> {
  // Loaded with the first image: nodes that serve links never need it.
  const { default: sharp } = await import('sharp').catch(() => {
    throw new Problem('UNAVAILABLE', NO_SHARP);
  });
  if (bytes.length === 0) throw refusal(NO_IMAGE);
  const image = sharp(bytes, OPTIONS);
  const { format, width, height } = await readable(image.metadata());
  if (!FORMATS.has(format)) throw refusal(NO_IMAGE);
  if (width * height > LIMITS.imageMegapixels * 1e6) throw refusal(TOO_MANY_PIXELS);
  return image.autoOrient();
}

/** What working on the image gives. Throws VALIDATION_ERROR for an image that turns out to be damaged. */
export async function readable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const isLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw refusal(isLarge ? TOO_MANY_PIXELS : NO_IMAGE);
  }
}

function refusal(message: string): Problem {
  return new Problem('VALIDATION_ERROR', bodyFinding('format', message));
}
