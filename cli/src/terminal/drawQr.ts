import { encodeQR } from 'qr';
import type { Style } from './Style.ts';

/** Both halves of a character cell: upper module, then lower; true is dark. */
const CELLS = new Map([
  ['false,false', '█'],
  ['false,true', '▀'],
  ['true,false', '▄'],
  ['true,true', ' '],
]);

/** A QR code, two modules per character, light on dark for most terminals; with colours it works on any terminal. */
export function drawQr(text: string, { paint }: Style): string[] {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const lines: string[] = [];
  for (let row = 0; row < modules.length; row += 2) {
    const upper = modules[row] ?? [];
    const lower = modules[row + 1];
    const cells = upper.map(
      (dark, column) => CELLS.get(`${dark},${lower?.[column] ?? true}`) ?? ' ',
    );
    lines.push(paint(['whiteBright', 'bgBlack'], cells.join('')));
  }
  return lines;
}

/** A QR code as an SVG image. */
export function renderQr(text: string): string {
  return encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
}
