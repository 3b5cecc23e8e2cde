import type { Colour } from '@fairlead/contract/colors';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A PNG with one bit per pixel and a palette of two: `rows` are packed bits, a set bit is `ink`.
 * Enough for a QR code, and small.
 */
export function encodePng(
  width: number,
  rows: readonly Uint8Array[],
  ink: Colour,
  paper: Colour,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  // Bit depth 1, colour type 3 (palette); compression, filter and interlace have only one value.
  header.set([1, 3, 0, 0, 0], 8);
  const filter = Buffer.of(0);
  const data = deflateSync(Buffer.concat(rows.flatMap((row) => [filter, row])));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
