import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS } from '@fairlead/contract/limits';
import { readColour } from '@fairlead/contract/colors';
import { scannedUrl, STANDARD_LOOK } from '@fairlead/contract/qrLook';
import type { Box } from '@fairlead/contract/qrModules';
import fc from 'fast-check';
import { readByTwo } from '../../../server/test/support/outside/readQr.ts';
import { SEED } from '../../../server/test/support/run/seed.ts';
import {
  type CodeLook,
  type Drawing,
  drawCode,
} from '../../src/screens/links/qr/rendering/drawing.ts';
import { paint, sizeOf } from '../../src/screens/links/qr/rendering/paint.ts';
import { judgeColours } from '../../src/screens/links/qr/studioLook.ts';
import { pixelCanvas } from './pixelCanvas.ts';

const TEXT = scannedUrl('https://go.example.com/summer-sale');
const LONG = scannedUrl(`https://go.example.com/${'summer/'.repeat(16)}sale`);
/** More than the blocks of eight pixels in which many readers tell dark from light. */
const PIXELS_PER_SQUARE = 10;
const PLAIN: CodeLook = { ...STANDARD_LOOK, label: '', logoRatio: undefined };
const colours = (color: string, background: string) => ({
  color: readColour(color)!,
  background: readColour(background)!,
});

/** Looks that customers choose; those in the second list have the highest error correction. */
const LOOKS: Readonly<Record<string, Partial<CodeLook>>> = {
  'black on white': {},
  'low error correction': { ecc: 'low' },
  'medium error correction and a small margin': { ecc: 'medium', margin: 2 },
  'the largest margin': { margin: LIMITS.qrMargin },
  'grey on white, with hardly enough contrast': colours('767676', 'fff'),
  'black on grey, with hardly enough contrast': colours('000', '757575'),
  'red on yellow': colours('c0001a', 'ffe100'),
  'green on pink': colours('00532b', 'ffc8dd'),
  'a frame': { label: 'Scan me' },
  'a coloured frame without a margin': {
    label: 'Scan me',
    margin: 0,
    ...colours('0a3d62', 'fef9e7'),
  },
};
const STURDY: Readonly<Record<string, Partial<CodeLook>>> = {
  'the highest error correction': { ecc: 'high' },
  'a logo': { logoRatio: 1, ecc: 'low' },
  'a wide logo': { logoRatio: 4 },
  'a tall logo, colours and a frame': {
    logoRatio: 0.4,
    label: 'Scan me',
    ...colours('7a0026', 'f4f7f7'),
  },
};

function picture(drawing: Drawing, blot?: Box) {
  const width = drawing.width * PIXELS_PER_SQUARE;
  const canvas = pixelCanvas(width, sizeOf(drawing, width).height);
  paint(canvas, drawing, width, drawing.logo);
  if (blot) {
    canvas.fillStyle = '#000';
    const [x, y, wide, high] = [blot.x, blot.y, blot.width, blot.height].map(
      (squares) => squares * PIXELS_PER_SQUARE,
    );
    canvas.fillRect(x!, y!, wide!, high!);
  }
  return canvas;
}

const draw = (look: Partial<CodeLook>, text = TEXT) =>
  drawCode(text, { ...PLAIN, ...look }, (label) => label.length * 0.6);

describe('QR codes are read by two readers', () => {
  for (const [name, look] of Object.entries({ ...LOOKS, ...STURDY })) {
    test(name, async () => {
      for (const text of [TEXT, LONG]) {
        assert.deepEqual(await readByTwo(picture(draw(look, text))), [text, text]);
      }
    });
  }
});

/** Squares of a pattern that readers find a code by, with its light edge; no error correction makes up for it. */
const CORNER = 8;
const DAMAGE = 0.1;

/** A square blot anywhere but on those patterns. */
function arbitraryBlot({ layers }: Drawing): fc.Arbitrary<Box> {
  const dark = layers.at(-1)!.boxes;
  const from = Math.min(...dark.map(({ x }) => x));
  const side = Math.max(...dark.map(({ x, width }) => x + width)) - from;
  const length = Math.sqrt(DAMAGE) * side;
  const place = fc.double({ min: 0, max: side - length, noNaN: true });
  const hits = (x: number, y: number, from: readonly [number, number], size: number) =>
    x < from[0] + size && x + length > from[0] && y < from[1] + size && y + length > from[1];
  const far = side - CORNER;
  return fc
    .tuple(place, place)
    .filter(
      ([x, y]) =>
        ![[0, 0] as const, [far, 0] as const, [0, far] as const].some((corner) =>
          hits(x, y, corner, CORNER),
        ) && !hits(x, y, [side - 9, side - 9], 5),
    )
    .map(([x, y]) => ({ x: from + x, y: from + y, width: length, height: length }));
}

describe('QR codes of which a tenth is covered are read by two readers', () => {
  for (const [name, look] of Object.entries(STURDY)) {
    test(name, () => {
      const drawing = draw(look);
      const covered = fc.asyncProperty(arbitraryBlot(drawing), async (blot) => {
        assert.deepEqual(await readByTwo(picture(drawing, blot)), [TEXT, TEXT]);
      });
      return fc.assert(covered, { seed: SEED, numRuns: 10, endOnFailure: true });
    });
  }
});

describe('colours of QR codes', () => {
  for (const [color, background, state, words] of [
    ['000', 'fff', 'read', 'Scanners can read these colours: the contrast is 21:1.'],
    ['767676', 'fff', 'read', 'Scanners can read these colours: the contrast is 4.5:1.'],
    ['777', 'fff', 'risky', 'Some scanners would fail: the contrast is 4.4:1'],
    ['949494', 'fff', 'risky', 'Some scanners would fail: the contrast is 3:1'],
    ['959595', 'fff', 'refused', 'Scanners would fail: the contrast is 2.9:1'],
    ['fff', 'fff', 'refused', 'Scanners would fail: the contrast is 1:1'],
    ['fff', '000', 'refused', 'Scanners would fail: the squares are lighter'],
  ] as const) {
    test(`#${color} on #${background}: ${words}`, () => {
      const verdict = judgeColours(colours(color, background));
      assert.equal(verdict.state, state);
      assert.ok(verdict.sentence.startsWith(words), verdict.sentence);
    });
  }
});
