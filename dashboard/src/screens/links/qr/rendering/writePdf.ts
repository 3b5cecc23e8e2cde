import type { Box } from '@fairlead/contract/qrModules';
import type { Drawing } from './drawing.ts';

/** An image on the page: three bytes (RGB) a pixel, compressed as zlib does. */
export interface PdfImage {
  readonly place: Box;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Points (1/72 inch) per square: a usual code is about 8 cm wide, and can be scaled to any size. */
const POINTS = 5;

/**
 * A PDF of one page as large as the drawing, with its boxes as rectangles. By hand, because it is a hundred lines: the smallest
 * libraries for it have more than a hundred kilobytes.
 */
export function writePdf(drawing: Drawing, images: readonly PdfImage[]): Blob {
  const size = `${drawing.width * POINTS} ${drawing.height * POINTS}`;
  const names = images.map((_, index) => `/I${index} ${index + FIRST_IMAGE} 0 R`).join(' ');
  const objects: Uint8Array<ArrayBuffer>[] = [
    bytesOf('<</Type/Catalog/Pages 2 0 R>>'),
    bytesOf('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    bytesOf(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Resources<</XObject<<${names}>>>>/Contents 4 0 R>>`,
    ),
    streamOf('', bytesOf(contentOf(drawing, images))),
    ...images.map(({ width, height, data }) =>
      streamOf(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`,
        data,
      ),
    ),
  ];
  return assemble(objects);
}

const FIRST_IMAGE = 5;

/** Painting operators, in squares from the top, as everywhere else. */
function contentOf(drawing: Drawing, images: readonly PdfImage[]): string {
  const { width, height, ground, layers } = drawing;
  const whole = { color: ground, boxes: [{ x: 0, y: 0, width, height }] };
  const lines = [`${POINTS} 0 0 -${POINTS} 0 ${height * POINTS} cm`];
  for (const { color, boxes } of [whole, ...layers]) {
    lines.push(`${shares(color)} rg`);
    for (const box of boxes) lines.push(`${box.x} ${box.y} ${box.width} ${box.height} re`);
    lines.push('f');
  }
  for (const [index, { place }] of images.entries()) {
    // Images stand on their feet: each fills a unit square from the bottom up.
    const foot = place.y + place.height;
    lines.push(`q ${place.width} 0 0 -${place.height} ${place.x} ${foot} cm /I${index} Do Q`);
  }
  return lines.join('\n');
}

/** `#rrggbb` as three numbers from 0 to 1. */
function shares(hex: string): string {
  return [1, 3, 5]
    .map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(4))
    .join(' ');
}

/** Header, objects, and the table that says at which byte each begins. */
function assemble(objects: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const parts = [bytesOf('%PDF-1.4\n')];
  const starts: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    starts.push(length);
    add(bytesOf(`${index + 1} 0 obj\n`));
    add(object);
    add(bytesOf('\nendobj\n'));
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(
    bytesOf(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Blob(parts, { type: 'application/pdf' });
}

function streamOf(entries: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const before = bytesOf(`<<${entries}/Length ${data.length}>>\nstream\n`);
  const after = bytesOf('\nendstream');
  const whole = new Uint8Array(before.length + data.length + after.length);
  whole.set(before);
  whole.set(data, before.length);
  whole.set(after, before.length + data.length);
  return whole;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
