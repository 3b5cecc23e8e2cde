/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** Reads three or six hex digits; null if it is no colour. */
export function readColour(text: string): Colour | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const value = Number.parseInt(whole, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `#rrggbb`; parts may have fractions. */
export function hexOf(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** How much lighter the first is, as WCAG computes contrast; less than 1 if it is darker. */
export function lightnessOf(light: Colour, dark: Colour): number {
  return (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
