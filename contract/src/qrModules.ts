import { encodeQR } from 'qr';
import type { ErrorCorrection } from './qrLook.ts';

/** The squares of a QR code without a margin, by row; true is dark. */
export type Modules = readonly (readonly boolean[])[];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function encodeModules(text: string, ecc: ErrorCorrection): Modules {
  // The library draws at least one square of margin.
  return encodeQR(text, 'raw', { ecc, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
}

/** The dark squares, those beside each other as one box. */
export function darkBoxes(modules: Modules, margin: number): Box[] {
  const boxes: Box[] = [];
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x += 1;
      boxes.push({ x: from + margin, y: y + margin, width: x - from + 1, height: 1 });
    }
  }
  return boxes;
}

/** Boxes as the data of one SVG path. */
export function pathOf(boxes: readonly Box[]): string {
  return boxes
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`)
    .join('');
}
