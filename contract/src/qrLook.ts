import { LIMITS } from './limits.ts';

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

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

/** Reads three or six hex digits; null if it is no colour. */
export function readColour(text: string): Colour | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const value = Number.parseInt(whole, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function hexOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How much lighter the background is, as WCAG computes contrast; less than 1 if it is darker. */
export function contrastOf({ color, background }: Pick<QrLook, 'color' | 'background'>): number {
  return (luminanceOf(background) + 0.05) / (luminanceOf(color) + 0.05);
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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
