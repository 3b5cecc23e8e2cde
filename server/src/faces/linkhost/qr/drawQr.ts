import { hexOf } from '@fairlead/contract/colors';
import { type QrLook } from '@fairlead/contract/qrLook';
import { darkBoxes, type Modules, pathOf } from '@fairlead/contract/qrModules';
import { encodePng } from './encodePng.ts';

/** A single path, one unit per square. */
export function drawSvg(modules: Modules, look: QrLook): string {
  const side = modules.length + 2 * look.margin;
  const path = pathOf(darkBoxes(modules, look.margin));
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
