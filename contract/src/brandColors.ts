import { type Colour, hexOf, lightnessOf, readColour } from './colors.ts';

/** Of the two backgrounds of pages, their card and what is around it, the one on which a text is harder to read. */
export const BACKGROUNDS = { light: '#f3f5f8', dark: '#161b23' } as const;
export type Scheme = keyof typeof BACKGROUNDS;

/** What text needs against its background (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;

/** Steps in which a colour is moved towards white or black. */
const STEPS = 50;

/** A colour as pages use it in one scheme. */
export interface SchemeColors {
  /** Buttons, as chosen. */
  readonly button: string;
  /** White or black, whichever reads better: one of them always has 4.5 : 1. */
  readonly onButton: string;
  /** Links and outlines: the chosen colour, or the nearest that can be read. */
  readonly link: string;
}

/** How a brand's colour (`#rrggbb`) is used: every text that it touches can be read. */
export function colorsOf(color: string, scheme: Scheme): SchemeColors {
  const onButton =
    contrastOf(color, '#ffffff') >= contrastOf(color, '#000000') ? '#ffffff' : '#000000';
  return { button: color, onButton, link: readableOn(color, scheme) };
}

function readableOn(color: string, scheme: Scheme): string {
  const background = BACKGROUNDS[scheme];
  const end = scheme === 'light' ? '#000000' : '#ffffff';
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, end, step / STEPS);
    if (contrastOf(mixed, background) >= TEXT_CONTRAST) return mixed;
  }
  return end;
}

/** Between 1 and 21 (WCAG 2.2); both are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const ratio = lightnessOf(partsOf(one), partsOf(other));
  return Math.max(ratio, 1 / ratio);
}

function mix(color: string, end: string, share: number): string {
  const ends = partsOf(end);
  const [red, green, blue] = partsOf(color);
  const to = (part: number, index: number) => part + ((ends[index] ?? 0) - part) * share;
  return hexOf([to(red, 0), to(green, 1), to(blue, 2)]);
}

function partsOf(color: string): Colour {
  const parts = readColour(color);
  if (parts === null) throw new RangeError(`${color} is no colour`);
  return parts;
}
