import { readColour } from '@fairlead/contract/colors';
import type { Box } from '@fairlead/contract/qrModules';
import type { Pixels } from '../../../server/test/support/outside/readQr.ts';
import type { Canvas } from '../../src/screens/links/qr/rendering/paint.ts';

/** Cells of the picture that stands for a logo. */
const CELLS = 6;

/** A canvas of plain pixels. Text is left out; an image becomes a chess board, which confuses readers more than any logo. */
export function pixelCanvas(width: number, height: number): Canvas<unknown> & Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const pixels = new Uint32Array(data.buffer);
  const fill = (color: string, box: Box) => {
    const [pixel = 0] = new Uint32Array(Uint8Array.of(...readColour(color)!, 255).buffer);
    const [left, right] = [Math.round(box.x), Math.round(box.x + box.width)];
    for (let y = Math.round(box.y); y < Math.round(box.y + box.height); y += 1) {
      pixels.fill(pixel, y * width + left, y * width + right);
    }
  };
  return {
    data,
    width,
    height,
    fillStyle: '#000',
    font: '',
    textAlign: '',
    textBaseline: '',
    fillRect(x, y, wide, high) {
      fill(String(this.fillStyle), { x, y, width: wide, height: high });
    },
    fillText() {},
    drawImage(_image, x, y, wide, high) {
      const [cellWidth, cellHeight] = [wide / CELLS, high / CELLS];
      for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
        const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
        const place = { x: x + column * cellWidth, y: y + row * cellHeight };
        const color = (column + row) % 2 === 0 ? '#000' : '#fff';
        fill(color, { ...place, width: cellWidth, height: cellHeight });
      }
    },
  };
}
