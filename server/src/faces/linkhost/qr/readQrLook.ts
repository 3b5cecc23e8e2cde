import type { Colour } from './encodePng.ts';

/** How a QR image is drawn. */
export interface QrLook {
  /** Pixels per side. */
  readonly size: number;
  /** Squares of quiet zone on each side; the standard requires four. */
  readonly margin: number;
  readonly ecc: 'low' | 'medium' | 'quartile' | 'high';
  readonly color: Colour;
  readonly background: Colour;
}

const ECC: ReadonlyMap<string, QrLook['ecc']> = new Map([
  ['L', 'low'],
  ['M', 'medium'],
  ['Q', 'quartile'],
  ['H', 'high'],
  ['LOW', 'low'],
  ['MEDIUM', 'medium'],
  ['QUARTILE', 'quartile'],
  ['HIGH', 'high'],
]);

const QR_SIZE = { least: 64, most: 2048 } as const;
const MAX_MARGIN = 32;
/** Below this ratio of luminance (WCAG) cameras begin to fail. */
const MIN_CONTRAST = 3;

/** A quarter of the code may be lost: enough for print, which creases and fades. */
const STANDARD_LOOK: QrLook = {
  size: 512,
  margin: 4,
  ecc: 'quartile',
  color: [0, 0, 0],
  background: [255, 255, 255],
};

/** Reads `size`, `margin`, `ecc`, `color` and `background`, or says what is wrong with each. */
export function readQrLook(query: string): QrLook | readonly string[] {
  if (query === '') return STANDARD_LOOK;
  const parameters = new URLSearchParams(query);
  const findings: string[] = [];
  function take<T>(
    name: string,
    standard: T,
    read: (text: string) => T | null,
    message: string,
  ): T {
    const text = parameters.get(name);
    if (text === null) return standard;
    const value = read(text);
    if (value === null) findings.push(`${name} ${message}`);
    return value ?? standard;
  }
  const { least, most } = QR_SIZE;
  const look: QrLook = {
    size: take(
      'size',
      STANDARD_LOOK.size,
      (text) => readWhole(text, least, most),
      `must be a whole number of pixels from ${least} to ${most}`,
    ),
    margin: take(
      'margin',
      STANDARD_LOOK.margin,
      (text) => readWhole(text, 0, MAX_MARGIN),
      `must be a whole number of squares from 0 to ${MAX_MARGIN}`,
    ),
    ecc: take(
      'ecc',
      STANDARD_LOOK.ecc,
      (text) => ECC.get(text.toUpperCase()) ?? null,
      'must be L, M, Q or H',
    ),
    color: take('color', STANDARD_LOOK.color, readColour, COLOUR_MESSAGE),
    background: take('background', STANDARD_LOOK.background, readColour, COLOUR_MESSAGE),
  };
  if (findings.length === 0 && !isReadable(look)) {
    findings.push('color must be clearly darker than background, or cameras cannot read the code');
  }
  return findings.length > 0 ? findings : look;
}

const COLOUR_MESSAGE = 'must be a colour of 3 or 6 hex digits, such as 1a2b3c';

function readWhole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

function readColour(text: string): Colour | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = Buffer.from(pairs, 'hex');
  return [red, green, blue];
}

function isReadable({ color, background }: QrLook): boolean {
  return (luminanceOf(background) + 0.05) / (luminanceOf(color) + 0.05) >= MIN_CONTRAST;
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
