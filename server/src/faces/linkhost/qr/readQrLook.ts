import { LIMITS } from '@fairlead/contract/limits';
import { readColour } from '@fairlead/contract/colors';
import {
  contrastOf,
  isMargin,
  isSize,
  MIN_CONTRAST,
  type QrLook,
  STANDARD_LOOK,
} from '@fairlead/contract/qrLook';

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
  const look: QrLook = {
    size: take(
      'size',
      STANDARD_LOOK.size,
      (text) => readWhole(text, isSize),
      `must be a whole number of pixels from ${LIMITS.qrMinSize} to ${LIMITS.qrSize}`,
    ),
    margin: take(
      'margin',
      STANDARD_LOOK.margin,
      (text) => readWhole(text, isMargin),
      `must be a whole number of squares from 0 to ${LIMITS.qrMargin}`,
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
  if (findings.length === 0 && contrastOf(look) < MIN_CONTRAST) {
    findings.push('color must be clearly darker than background, or cameras cannot read the code');
  }
  return findings.length > 0 ? findings : look;
}

const COLOUR_MESSAGE = 'must be a colour of 3 or 6 hex digits, such as 1a2b3c';

function readWhole(text: string, isAllowed: (value: number) => boolean): number | null {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return isAllowed(value) ? value : null;
}
