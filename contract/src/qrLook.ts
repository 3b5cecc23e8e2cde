import { type Colour, lightnessOf } from './colors.ts';
import { LIMITS } from './limits.ts';

/** How much of a QR code may be lost: about 7, 15, 25 and 30 %. */
export const ERROR_CORRECTIONS = ['low', 'medium', 'quartile', 'high'] as const;
export type ErrorCorrection = (typeof ERROR_CORRECTIONS)[number];

export function readErrorCorrection(value: unknown): ErrorCorrection | undefined {
  return ERROR_CORRECTIONS.find((known) => known === value);
}

/** How a QR image is drawn. */
export interface QrLook {
  /** Pixels per side. */
  readonly size: number;
  /** Squares of quiet zone on each side. */
  readonly margin: number;
  readonly ecc: ErrorCorrection;
  readonly color: Colour;
  readonly background: Colour;
}

/** What the standard requires around a code. Squares. */
export const QUIET_ZONE = 4;

/** A quarter of the code may be lost: enough for print, which creases and fades. */
export const STANDARD_LOOK: QrLook = {
  size: 512,
  margin: QUIET_ZONE,
  ecc: 'quartile',
  color: [0, 0, 0],
  background: [255, 255, 255],
};

/** Below this ratio of luminance (WCAG) cameras begin to fail. */
export const MIN_CONTRAST = 3;

/** What a QR code says: the address, marked as scanned (Rule: visitors 9), by the code of a placement where it has one. */
export const scannedUrl = (shortUrl: string, placement: string | null = null): string =>
  `${shortUrl}?_qr=${placement ?? 1}`;

/** What a code's file is named, without its ending: the link's slug, as far as that is a valid name on every system. */
export function codeFileName(shortUrl: string): string {
  return new URL(shortUrl).pathname.slice(1).replaceAll(/[^\w.~-]/g, '-');
}

/** How much lighter the background is, as WCAG computes contrast; less than 1 if it is darker. */
export function contrastOf({ color, background }: Pick<QrLook, 'color' | 'background'>): number {
  return lightnessOf(background, color);
}

export function isSize(pixels: number): boolean {
  return isWhole(pixels, LIMITS.qrMinSize, LIMITS.qrSize);
}

export function isMargin(squares: number): boolean {
  return isWhole(squares, 0, LIMITS.qrMargin);
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
