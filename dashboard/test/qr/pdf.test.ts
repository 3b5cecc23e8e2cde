import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync, deflateSync } from 'node:zlib';
import { readColour } from '@fairlead/contract/colors';
import { scannedUrl, STANDARD_LOOK } from '@fairlead/contract/qrLook';
import { readByTwo } from '../../../server/test/support/outside/readQr.ts';
import { drawCode } from '../../src/screens/links/qr/rendering/drawing.ts';
import { writePdf } from '../../src/screens/links/qr/rendering/writePdf.ts';
import { pixelCanvas } from './pixelCanvas.ts';

const TEXT = scannedUrl('https://go.example.com/summer-sale');
const LOOK = { ...STANDARD_LOOK, color: readColour('7a0026')!, label: 'Scan me', logoRatio: 1 };
const SCALE = 2;

/** Paints the rectangles of a page's content, from the top down as the page turns them. */
function paintContent(content: string, width: number, height: number) {
  const canvas = pixelCanvas(width * SCALE, height * SCALE);
  const [, turn = ''] = /^(\S+ 0 0 -\S+ 0 \S+) cm$/m.exec(content) ?? [];
  const [scale = 0] = turn.split(' ').map(Number);
  assert.equal(turn, `${scale} 0 0 -${scale} 0 ${height}`);
  for (const line of content.split('\n')) {
    const numbers = line.split(' ').slice(0, -1).map(Number);
    if (line.endsWith(' rg')) {
      canvas.fillStyle = `#${numbers
        .map((share) =>
          Math.round(share * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;
    }
    if (!line.endsWith(' re')) continue;
    const [x, y, wide, high] = numbers.map((number) => number * scale * SCALE);
    canvas.fillRect(x!, y!, wide!, high!);
  }
  return canvas;
}

test('a PDF finds its objects, draws the code as rectangles, and has its images', async () => {
  const drawing = drawCode(TEXT, LOOK, (label) => label.length * 0.6);
  const pixels = Uint8Array.from({ length: 12 }, (_, index) => index * 20);
  const image = {
    place: drawing.logo!,
    width: 2,
    height: 2,
    data: new Uint8Array(deflateSync(pixels)),
  };
  const bytes = Buffer.from(await writePdf(drawing, [image]).arrayBuffer());
  const text = bytes.toString('latin1');

  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count, entries = ''] = /^xref\n0 (\d+)\n([^t]+)trailer/.exec(text.slice(table)) ?? [];
  const starts = [...entries.matchAll(/(\d{10}) 00000 n \n/g)].map(([, at]) => Number(at));
  assert.equal(starts.length, Number(count) - 1);
  for (const [index, at] of starts.entries()) {
    assert.ok(text.startsWith(`${index + 1} 0 obj\n`, at), `object ${index + 1}`);
  }

  const streams = [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map((match) => {
    const from = match.index + match[0].length;
    const to = from + Number(match[1]);
    assert.ok(text.startsWith('\nendstream', to));
    return bytes.subarray(from, to);
  });
  const [content, stored] = streams;
  assert.deepEqual(inflateSync(stored!), Buffer.from(pixels));
  assert.match(text, /\/XObject<<\/I0 5 0 R>>/);
  assert.match(content!.toString(), /cm \/I0 Do Q$/);

  const [, width, height] = /\/MediaBox\[0 0 (\d+) (\d+)\]/.exec(text) ?? [];
  const canvas = paintContent(content!.toString(), Number(width), Number(height));
  assert.deepEqual(await readByTwo(canvas), [TEXT, TEXT]);
});
