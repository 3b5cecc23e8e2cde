import { join } from 'node:path';
import { type Claim, claimFile } from '#platform/lib/process/claimFile.ts';
import { endAtOnce } from '#platform/lib/process/endAtOnce.ts';
import type { Log } from '#platform/ports/Log.ts';
import { explainFolder } from '#platform/lib/process/explainFolder.ts';
import { ADD_DURABLY, type FileSystem, nodeFiles, syncFolder, writeAll } from './FileSystem.ts';
import { createAppender } from './createAppender.ts';
import { readIdentity, renewIdentity } from './identity.ts';
import type { Batch, Journal } from './Journal.ts';
import { listSegments, readPart, repairEnd, type Segment } from './segments.ts';

export interface JournalOptions {
  readonly folder: string;
  readonly log: Log;
  readonly files?: FileSystem;
  /** How many records may wait; further ones are refused immediately. */
  readonly maxWaiting?: number;
  /** Factor for the three seconds after which a record that is not durable yet is refused. */
  readonly patience?: number;
  /** Called after each write, with the number of records and the seconds it took. */
  readonly onStored?: (records: number, seconds: number) => void;
  /** Size in bytes from which a new segment is started. */
  readonly segmentBytes?: number;
  /** How long loaded segments are kept, for a database that loses its last transactions. Milliseconds. */
  readonly keptMs?: number;
  /** Called if another process has taken the folder over, because this one was frozen. Default: the process ends. */
  readonly onLost?: (reason: string) => void;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** A replica that takes over is seconds behind. */
const KEPT_MS = 5 * 60_000;
/** About 250,000 clicks, whatever their age. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** Opens a folder exclusively (ADR 12). Throws if another running process has it open. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, log, files = nodeFiles } = options;
  const { segmentBytes = SEGMENT_BYTES, keptMs = KEPT_MS } = options;
  await using stack = new AsyncDisposableStack();
  await explainFolder('JOURNAL_DIR', folder, files.mkdir(folder, { recursive: true, mode: 0o700 }));
  const claim = files === nodeFiles ? stack.use(await claimFolder(options)) : undefined;
  let id = await readIdentity(files, folder);
  let segments = await listSegments(files, folder);
  const last = segments.at(-1);
  const found = last ? await repairEnd(files, last, log) : { position: 0, nextRecord: 0 };
  const news = createNews();
  /** When segments were started; unknown for those of an earlier process. */
  const begun = new WeakMap<Segment, number>();
  const appender = createAppender({
    ...options,
    files,
    segmentBytes,
    ...(claim && { isOurs: () => claim.isOurs() }),
    end: found,
    onSegment(segment) {
      // A segment that begins where an empty one began replaces it.
      segments = [...segments.filter((each) => each.start < segment.start), segment];
      begun.set(segment, performance.now());
    },
    onEnd: () => news.tell(appender.end().position),
  });
  stack.use(appender);

  async function read(from: number, maxBytes: number): Promise<Batch | null> {
    const end = appender.end().position;
    if (from >= end) return null;
    const index = segments.findLastIndex((segment) => segment.start <= from);
    const segment: Segment | undefined = segments[index];
    const until = Math.min(segments[index + 1]?.start ?? end, end);
    if (segment === undefined || from >= until) {
      const next = segments[index + 1]?.start ?? end;
      log.error({ folder, from, to: next }, 'A part of the journal is missing');
      return { frames: [], end: next };
    }
    const part = await readPart(files, segment, { from, end: until, most: maxBytes });
    if (part.damaged > 0) {
      log.error(
        { file: segment.path, from, bytes: part.damaged },
        'A part of the journal is damaged',
      );
    }
    return part;
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

  async function keepAside(records: readonly string[]): Promise<void> {
    const handle = await files.open(join(folder, 'refused.jsonl'), ADD_DURABLY, 0o600);
    try {
      const { size } = await handle.stat();
      await writeAll(handle, Buffer.from(records.map((record) => `${record}\n`).join('')), size);
    } finally {
      await handle.close();
    }
    await syncFolder(files, folder);
  }

  const owned = stack.move();
  return {
    append: (record) => appender.append(record),
    isStoring: () => appender.isStoring(),
    unanswered: () => appender.unanswered(),
    get id() {
      return id;
    },
    get end() {
      return appender.end().position;
    },
    get nextRecord() {
      return appender.end().nextRecord;
    },
    get start() {
      return segments[0]?.start ?? appender.end().position;
    },
    finish: () => appender.finish(),
    read,
    release,
    keepAside,
    news: (position, signal) =>
      appender.end().position > position ? Promise.resolve() : news.wait(signal),
    async renewId() {
      id = await renewIdentity(files, folder);
      return id;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function claimFolder({ folder, onLost = endAtOnce }: JournalOptions): Promise<Claim> {
  const claimed = claimFile(join(folder, 'owner.json'), {
    inUse: (holder) =>
      new Error(
        `JOURNAL_DIR ${folder} is in use by process ${holder}; give each node a DATA_DIR or JOURNAL_DIR of its own`,
      ),
    onLost: () =>
      onLost(
        `While this process stood still, another one has taken over JOURNAL_DIR ${folder}: this one ends`,
      ),
  });
  return explainFolder('JOURNAL_DIR', folder, claimed);
}

function createNews() {
  let next = Promise.withResolvers<number>();
  return {
    tell(end: number): void {
      next.resolve(end);
      next = Promise.withResolvers<number>();
    },
    async wait(signal: AbortSignal): Promise<void> {
      if (signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      const stop = () => aborted.resolve();
      signal.addEventListener('abort', stop, { once: true });
      await Promise.race([next.promise, aborted.promise]);
      signal.removeEventListener('abort', stop);
    },
  };
}
