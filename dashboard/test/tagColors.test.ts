import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TAG_COLORS } from '@fairlead/contract/tagColors';
import { TAG_SHADES } from '../src/screens/links/tags/tagColors.ts';

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the colours of tags', () => {
  for (const color of TAG_COLORS) {
    test(`${color} can be read on light pages and on dark ones`, () => {
      for (const { ground, text } of Object.values(TAG_SHADES[color])) {
        const [lower = 0, higher = 0] = [luminanceOf(ground), luminanceOf(text)].toSorted(
          (a, b) => a - b,
        );
        assert.ok((higher + 0.05) / (lower + 0.05) >= 4.5, `${text} on ${ground}`);
      }
    });
  }
});
