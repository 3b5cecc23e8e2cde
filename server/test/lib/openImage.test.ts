import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { openImage } from '#platform/lib/images/openImage.ts';
import { asJpeg, createImageShrinker } from '#platform/lib/images/shrinkImage.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return Buffer.concat([number(data.length), body, number(crc32(body))]);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly interlaced: boolean;
}

/** A PNG with transparency that says so much of itself, and has a row of it at most. */
function pngOf({ width, height, bits, interlaced }: Header): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 6, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const CHILD = `
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>');
  const { openImage } = await import('#platform/lib/images/openImage.ts');
  const { loadSharp } = await import('#platform/lib/images/loadSharp.ts');
  const isLoaded = () => process.report.getReport().sharedObjects.some((file) => /sharp|vips/.test(file));
  const refused = await openImage(svg).then(() => 'no', (error) => error.code);
  const before = isLoaded();
  const sharp = await loadSharp();
  const create = { width: 2, height: 2, channels: 3, background: '#888888' };
  const formats = {};
  for (const name of ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif']) {
    const bytes = await sharp({ create })[name]().toBuffer();
    formats[name] = await sharp(bytes).metadata().then(() => 'loaded', () => 'blocked');
  }
  formats.svg = await sharp(svg).metadata().then(() => 'loaded', () => 'blocked');
  process.stdout.write(JSON.stringify({ refused, before, after: isLoaded(), formats }));
`;

describe('uploaded images', () => {
  test('what does not begin as PNG, JPEG or WebP is refused before the library is loaded, which loads nothing else', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', CHILD],
      { cwd: new URL('..', import.meta.url), env: childEnvironment },
    );
    assert.deepEqual(JSON.parse(stdout), {
      refused: 'VALIDATION_ERROR',
      before: false,
      after: true,
      formats: {
        png: 'loaded',
        jpeg: 'loaded',
        webp: 'loaded',
        gif: 'blocked',
        tiff: 'blocked',
        avif: 'blocked',
        svg: 'blocked',
      },
    });
  });

  for (const interlaced of [true, false]) {
    test(`50 megapixels of 16 bits are refused by their header, ${interlaced ? '' : 'not '}interlaced`, async () => {
      await assert.rejects(
        openImage(pngOf({ width: 10_000, height: 5000, bits: 16, interlaced })),
        {
          code: 'VALIDATION_ERROR',
          message: /Decoded, the image has more than 200 MB; save it with 8 bits/,
        },
      );
      await openImage(pngOf({ width: 10_000, height: 5000, bits: 8, interlaced }));
      await openImage(pngOf({ width: 5000, height: 5000, bits: 16, interlaced }));
    });
  }

  test('more than 50 megapixels are refused by their header', async () => {
    await assert.rejects(
      openImage(pngOf({ width: 10_001, height: 5000, bits: 8, interlaced: false })),
      { code: 'VALIDATION_ERROR', message: /more than 50 megapixels/ },
    );
  });

  test('are worked on one at a time, also after one that fails', async () => {
    const images = createImageShrinker();
    const draw = (side: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .png()
        .toBuffer();
    const events: string[] = [];
    const work = async (name: string, bytes: Buffer) => {
      const attempt = { width: 400, height: 400, quality: 50 };
      await images
        .shrink(bytes, 1e6, [attempt], (image, quality) => {
          events.push(`${name} begins`);
          return asJpeg(image, quality);
        })
        .catch(() => undefined);
      events.push(`${name} ends`);
    };
    const large = await draw(800);
    const small = await draw(2);
    await Promise.all([
      work('the first', large),
      work('a damaged one', large.subarray(0, 1000)),
      work('the last', small),
    ]);
    assert.deepEqual(events, [
      'the first begins',
      'the first ends',
      'a damaged one ends',
      'the last begins',
      'the last ends',
    ]);
  });
});
