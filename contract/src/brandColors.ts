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
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mix(color: string, end: string, share: number): string {
  const ends = partsOf(end);
  const parts = partsOf(color).map((part, index) => part + (ends[index]! - part) * share);
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
