import { bodyFinding } from '@fairlead/contract/finding';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import type { Sharp, SharpOptions } from 'sharp';
import { Problem } from '../Problem.ts';
import { loadSharp } from './loadSharp.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** The first bytes of what is taken; no library looks at anything else. */
const TYPES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(PNG),
  (bytes) => bytes.subarray(0, 3).equals(JPEG),
  (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

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
const TOO_DEEP = `Decoded, the image has more than ${limitText('imageDecodedBytes')}; save it with 8 bits per channel or make it smaller, and upload it again`;

/**
 * An image upright and without its metadata (where it was taken, by whom). Throws VALIDATION_ERROR for anything else, and
 * for one with too many pixels or bytes, before they are decoded; UNAVAILABLE if this machine has no library for images.
 */
export async function openImage(bytes: Uint8Array): Promise<Sharp> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!TYPES.some((isType) => isType(file))) throw refusal(NO_IMAGE);
  const sharp = await loadSharp();
  const image = sharp(file, OPTIONS);
  const { width, height, channels, depth } = await readable(image.metadata());
  if (width * height > LIMITS.imageMegapixels * 1e6) throw refusal(TOO_MANY_PIXELS);
  const bytesPerChannel = depth === 'uchar' ? 1 : 2;
  const decoded = width * height * channels * bytesPerChannel;
  if (decoded > LIMITS.imageDecodedBytes) throw refusal(TOO_DEEP);
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
