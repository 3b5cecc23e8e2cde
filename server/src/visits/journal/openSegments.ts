import type { Log } from '#platform/ports/Log.ts';
import { type FileHandle, type FileSystem, syncFolder, writeAll } from './FileSystem.ts';
import { encodeFrame } from './frames.ts';
import type { Batch } from './Journal.ts';
import { createSegment, listSegments, readSegments, repairEnd, type Segment } from './segments.ts';

interface Options {
  readonly folder: string;
  readonly files: FileSystem;
  readonly log: Log;
  readonly segmentBytes: number;
  readonly keptMs: number;
}

/** About 250,000 clicks, whatever their age. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** The segments of a folder: written at their end by one `write` after the other. */
export async function openSegments({ folder, files, log, segmentBytes, keptMs }: Options) {
  let segments = await listSegments(files, folder);
  const last = segments.at(-1);
  let end = last ? await repairEnd(files, last, log) : { position: 0, nextRecord: 0 };
  let current: { readonly handle: FileHandle; readonly start: number } | null = null;
  /** When segments were started; unknown for those of an earlier process. */
  const begun = new WeakMap<Segment, number>();

  async function write(records: readonly string[]): Promise<void> {
    const { position, nextRecord } = end;
    const head = { position, firstRecord: nextRecord, writtenAt: Date.now() };
    const frame = encodeFrame(head, records);
    try {
      if (current !== null && position - current.start >= segmentBytes) await leave(current.handle);
      current ??= await startSegment(position);
      await writeAll(current.handle, frame, position - current.start);
    } catch (error) {
      if (current !== null) await abandon(current, position);
      throw error;
    }
    end = { position: position + frame.length, nextRecord: nextRecord + records.length };
  }

  async function leave(handle: FileHandle): Promise<void> {
    current = null;
    await handle.close();
  }

  async function startSegment(start: number) {
    const { segment, handle } = await createSegment(files, folder, start);
    // A segment that begins where an empty one began replaces it.
    segments = [...segments.filter((each) => each.start < start), segment];
    begun.set(segment, performance.now());
    return { handle, start };
  }

  /**
   * After a failed write, nothing is known about the file after its last good frame: it is truncated there, and
   * the next group starts a new file, whose name marks the end of the old one if truncating failed.
   */
  async function abandon({ handle, start }: NonNullable<typeof current>, position: number) {
    await handle.truncate(position - start).catch(() => undefined);
    await leave(handle).catch(() => undefined);
  }

  /** The newest segment stays, because it holds the position. */
  async function release(position: number): Promise<void> {
    const now = performance.now();
    const gone = segments.filter((_, index) => {
      const next = segments[index + 1];
      if (next === undefined || next.start > position) return false;
      const leftFor = now - (begun.get(next) ?? -Infinity);
      return leftFor >= keptMs || position - next.start >= MAX_KEPT_BYTES;
    });
    if (gone.length === 0) return;
    segments = segments.filter((segment) => !gone.includes(segment));
    for (const { path } of gone) await files.unlink(path);
    await syncFolder(files, folder);
  }

  return {
    write,
    async read(from: number, most: number): Promise<Batch | null> {
      if (from >= end.position) return null;
      return readSegments({ folder, files, log }, segments, { from, end: end.position, most });
    },
    release,
    end: () => end,
    start: () => segments[0]?.start ?? end.position,
    [Symbol.asyncDispose]: async () => current?.handle.close(),
  };
}
