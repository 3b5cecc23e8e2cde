import { pathOf } from '@fairlead/contract/qrModules';
import type { Drawing } from './drawing.ts';
import { FONT } from './paint.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** The text of an SVG file, one unit per square; `logo` is the data URL of an image. */
export function toSvg(drawing: Drawing, logo: string | undefined): string {
  const { width, height, ground, layers, label, logo: place } = drawing;
  const parts = layers.map(
    ({ color, boxes }) =>
      `<path shape-rendering="crispEdges" fill="${color}" d="${pathOf(boxes)}"/>`,
  );
  if (label) {
    const { x, y, fontSize, textWidth, color, text } = label;
    // Its length, because other programs have other fonts.
    parts.push(
      `<text x="${x + label.width / 2}" y="${y + label.height / 2}" text-anchor="middle" dominant-baseline="central" font-family="${FONT}" font-weight="bold" font-size="${fontSize}" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs" fill="${color}">${escape(text)}</text>`,
    );
  }
  if (place && logo !== undefined) {
    parts.push(
      `<image x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" href="${logo}"/>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * PIXELS}" height="${height * PIXELS}"><rect width="${width}" height="${height}" fill="${ground}"/>${parts.join('')}</svg>`;
}

/** Per square, where nothing else says how large the picture is. */
const PIXELS = 10;

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
