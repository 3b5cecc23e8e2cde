import { join } from 'node:path';
import type { Log } from '#platform/ports/Log.ts';
import {
  APPEND_DURABLY,
  type FileSystem,
  READ,
  readAll,
  REPAIR,
  syncFolder,
} from './FileSystem.ts';
import { decodeFrame, findFrame, type Frame, HEADER_BYTES } from './frames.ts';

/** A file of frames; its name is the position of its first byte. */
export interface Segment {
  readonly start: number;
  readonly path: string;
}

const NAME = /^(\d{16})\.journal$/;

function segmentAt(folder: string, start: number): Segment {
  return { start, path: join(folder, `${String(start).padStart(16, '0')}.journal`) };
}

export async function listSegments(files: FileSystem, folder: string): Promise<Segment[]> {
  const names = await files.readdir(folder);
  const starts = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
  return starts.toSorted((a, b) => a - b).map((start) => segmentAt(folder, start));
}

/** Creates an empty segment whose name survives a power loss. */
export async function createSegment(files: FileSystem, folder: string, start: number) {
  const segment = segmentAt(folder, start);
  const handle = await files.open(segment.path, APPEND_DURABLY, 0o600);
  await syncFolder(files, folder);
  return { segment, handle };
}

/** Where the frames of the last segment end, and the number of the next record. */
export interface End {
  readonly position: number;
  readonly nextRecord: number;
}

/**
 * Finds the end of what the last process wrote and truncates a partial write: no request was answered for it. Damage
 * followed by intact frames is not a torn end; it stays, and reading skips it.
 */
export async function repairEnd(files: FileSystem, segment: Segment, log: Log): Promise<End> {
  const handle = await files.open(segment.path, REPAIR);
  try {
    const { size } = await handle.stat();
    const bytes = await readAll(handle, size, 0);
    let end: End = { position: segment.start, nextRecord: 0 };
    for (let frame = frameFrom(bytes, 0, segment.start); frame !== undefined;) {
      end = { position: frame.end, nextRecord: frame.firstRecord + frame.records.length };
      frame = frameFrom(bytes, end.position - segment.start, segment.start);
    }
    const kept = end.position - segment.start;
    if (kept < size) {
      log.warn(
        { file: segment.path, bytes: size - kept },
        'A write that was never finished is cut off',
      );
      await handle.truncate(kept);
      await handle.sync();
    }
    return end;
  } finally {
    await handle.close();
  }
}

function frameFrom(bytes: Buffer, offset: number, start: number): Frame | undefined {
  if (offset >= bytes.length) return undefined;
  const frame = decodeFrame(bytes, offset, start + offset);
  return typeof frame === 'object' ? frame : findFrame(bytes, offset + 1, start);
}

/** Frames of the segment that holds a position. What is missing or damaged is logged, and skipped. */
export async function readSegments(
  place: { readonly folder: string; readonly files: FileSystem; readonly log: Log },
  segments: readonly Segment[],
  range: { readonly from: number; readonly end: number; readonly most: number },
): Promise<Part> {
  const { folder, files, log } = place;
  const { from, end, most } = range;
  const index = segments.findLastIndex((segment) => segment.start <= from);
  const segment = segments[index];
  const until = Math.min(segments[index + 1]?.start ?? end, end);
  if (segment === undefined || from >= until) {
    const next = segments[index + 1]?.start ?? end;
    log.error({ folder, from, to: next }, 'A part of the journal is missing');
    return { frames: [], end: next, damaged: 0 };
  }
  const part = await readPart(files, segment, { from, end: until, most });
  if (part.damaged > 0) {
    const { path: file } = segment;
    log.error({ file, from, bytes: part.damaged }, 'A part of the journal is damaged');
  }
  return part;
}

/** Consecutive frames, and how far reading got. */
interface Part {
  readonly frames: readonly Frame[];
  readonly end: number;
  /** Bytes skipped because they are not frames. */
  readonly damaged: number;
}

/**
 * The frames of a segment from a position on: about `most` bytes of them, at least one frame. `end` is where the
 * segment's frames end.
 */
async function readPart(
  files: FileSystem,
  segment: Segment,
  range: { readonly from: number; readonly end: number; readonly most: number },
): Promise<Part> {
  const handle = await files.open(segment.path, READ);
  try {
    const left = range.end - range.from;
    for (let most = Math.min(range.most, left); ; most = Math.min(most * 4, left)) {
      const bytes = await readAll(handle, most, range.from - segment.start);
      const part = takeFrames(bytes, range.from, most === left);
      if (part.frames.length > 0 || part.damaged > 0 || most === left) return part;
    }
  } finally {
    await handle.close();
  }
}

/** `whole`: nothing follows the bytes. Damage gets a part of its own, to keep it apart from what was read. */
function takeFrames(bytes: Buffer, from: number, whole: boolean): Part {
  const frames: Frame[] = [];
  let end = from;
  for (;;) {
    const offset = end - from;
    if (whole && offset === bytes.length) break;
    const frame = decodeFrame(bytes, offset, end);
    if (frame === undefined || (frame === 'cut' && whole)) {
      if (frames.length > 0) break;
      const next = findFrame(bytes, offset + 1, from)?.position;
      // If there is none, the last bytes may be the start of a frame that continues after them.
      end = next ?? from + (whole ? bytes.length : Math.max(1, bytes.length - HEADER_BYTES));
      return { frames, end, damaged: end - from };
    }
    if (frame === 'cut') break;
    frames.push(frame);
    end = frame.end;
  }
  return { frames, end, damaged: 0 };
}
