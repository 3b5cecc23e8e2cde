import { encodeQR } from 'qr';
import { type Colour, encodePng } from './encodePng.ts';
import type { QrLook } from './readQrLook.ts';

export type Modules = readonly (readonly boolean[])[];

/** The dark and light squares of a code, without a margin. */
export function encodeModules(text: string, ecc: QrLook['ecc']): Modules {
  // The library draws at least one square of margin.
  return encodeQR(text, 'raw', { ecc, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
}

/** A single path, one unit per square; runs of dark squares become one rectangle. */
export function drawSvg(modules: Modules, look: QrLook): string {
  const side = modules.length + 2 * look.margin;
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x += 1;
      const run = x - from + 1;
      path += `M${from + look.margin} ${y + look.margin}h${run}v1h-${run}z`;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${look.size}" height="${look.size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="${hexOf(look.background)}" d="M0 0h${side}v${side}h-${side}z"/><path fill="${hexOf(look.color)}" d="${path}"/></svg>`;
}

/** Exactly `size` pixels wide; squares are whole pixels, and the remainder widens the margin. */
export function drawPng(modules: Modules, look: QrLook): Buffer {
  const scale = Math.floor(look.size / (modules.length + 2 * look.margin));
  const edge = Math.floor((look.size - modules.length * scale) / 2);
  const bytes = Math.ceil(look.size / 8);
  const lines = modules.map((line) => drawLine(line, bytes, edge, scale));
  const blank = new Uint8Array(bytes);
  const rows = Array.from(
    { length: look.size },
    (_, y) => lines[Math.floor((y - edge) / scale)] ?? blank,
  );
  return encodePng(look.size, rows, look.color, look.background);
}

/** One row of pixels as packed bits. */
function drawLine(
  line: readonly boolean[],
  bytes: number,
  edge: number,
  scale: number,
): Uint8Array {
  const row = new Uint8Array(bytes);
  for (const [x, dark] of line.entries()) {
    if (!dark) continue;
    const from = edge + x * scale;
    for (let bit = from; bit < from + scale; bit += 1) {
      row[bit >> 3] = (row[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
    }
  }
  return row;
}

function hexOf(colour: Colour): string {
  return `#${Buffer.from(colour).toString('hex')}`;
}
