import { crc32 } from 'node:zlib';

/**
 * A group of records as it lies in a segment: a header, then the records as lines of text. Header, big endian:
 *
 *     0  length of the text      u32
 *     4  checksum of the rest    u32
 *     8  position of the frame   f64   bytes of the journal before it
 *    16  number of its first record    f64
 *    24  time of writing         f64   milliseconds
 *
 * Position and checksum distinguish a frame from the remains of an earlier file and from a partial write.
 */
export interface Frame {
  readonly position: number;
  /** Where the next frame begins. */
  readonly end: number;
  readonly firstRecord: number;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
  readonly records: readonly string[];
}

export const HEADER_BYTES = 32;
/** No group is this large; a greater length means damage. */
const MAX_BYTES = 64 * 1024 * 1024;
const CHECKED_FROM = 8;

export function encodeFrame(
  { position, firstRecord, writtenAt }: Pick<Frame, 'position' | 'firstRecord' | 'writtenAt'>,
  records: readonly string[],
): Buffer {
  const text = records.join('\n');
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32BE(length, 0);
  frame.writeDoubleBE(position, 8);
  frame.writeDoubleBE(firstRecord, 16);
  frame.writeDoubleBE(writtenAt, 24);
  frame.write(text, HEADER_BYTES);
  frame.writeUInt32BE(crc32(frame.subarray(CHECKED_FROM), length), 4);
  return frame;
}

/**
 * The frame at `offset` of `bytes`, which must claim to be at `position`. `'cut'`: it may continue beyond
 * the bytes; undefined: there is none.
 */
export function decodeFrame(
  bytes: Buffer,
  offset: number,
  position: number,
): Frame | 'cut' | undefined {
  if (offset + HEADER_BYTES > bytes.length) return 'cut';
  const length = bytes.readUInt32BE(offset);
  if (length > MAX_BYTES || bytes.readDoubleBE(offset + 8) !== position) return undefined;
  const end = offset + HEADER_BYTES + length;
  if (end > bytes.length) return 'cut';
  const checked = bytes.subarray(offset + CHECKED_FROM, end);
  if (bytes.readUInt32BE(offset + 4) !== crc32(checked, length)) return undefined;
  const text = bytes.toString('utf8', offset + HEADER_BYTES, end);
  return {
    position,
    end: position + end - offset,
    firstRecord: bytes.readDoubleBE(offset + 16),
    writtenAt: bytes.readDoubleBE(offset + 24),
    records: text === '' ? [] : text.split('\n'),
  };
}

/** Finds the next intact frame after damage; `start` is the position of the first byte. */
export function findFrame(bytes: Buffer, offset: number, start: number): Frame | undefined {
  for (let at = offset; at + HEADER_BYTES <= bytes.length; at += 1) {
    const frame = decodeFrame(bytes, at, start + at);
    if (frame !== undefined && frame !== 'cut') return frame;
  }
  return undefined;
}
