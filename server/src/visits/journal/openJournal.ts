import { join } from 'node:path';
import { type Claim, claimFile } from '#platform/lib/process/claimFile.ts';
import { endAtOnce } from '#platform/lib/process/endAtOnce.ts';
import type { Log } from '#platform/ports/Log.ts';
import { explainFolder } from '#platform/lib/process/explainFolder.ts';
import { ADD_DURABLY, type FileSystem, nodeFiles, syncFolder, writeAll } from './FileSystem.ts';
import { createAppender } from './createAppender.ts';
import { readIdentity, renewIdentity } from './identity.ts';
import type { Journal } from './Journal.ts';
import { openSegments } from './openSegments.ts';

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

/** Opens a folder exclusively (ADR 12). Throws if another running process has it open. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, log, files = nodeFiles } = options;
  const { segmentBytes = SEGMENT_BYTES, keptMs = KEPT_MS } = options;
  await using stack = new AsyncDisposableStack();
  await explainFolder('JOURNAL_DIR', folder, files.mkdir(folder, { recursive: true, mode: 0o700 }));
  const claim = files === nodeFiles ? stack.use(await claimFolder(options)) : undefined;
  let id = await readIdentity(files, folder);
  const segments = stack.use(await openSegments({ folder, files, log, segmentBytes, keptMs }));
  const news = createNews();
  const appender = createAppender({
    ...options,
    async write(records) {
      // Before, lest a segment of another process is truncated; afterwards, lest it does not read what was written.
      await assertOurs(claim);
      await segments.write(records);
      await assertOurs(claim);
    },
    onStored(records, seconds) {
      options.onStored?.(records, seconds);
      news.tell(segments.end().position);
    },
  });
  stack.use(appender);

  const owned = stack.move();
  return {
    append: (record) => appender.append(record),
    isStoring: () => appender.isStoring(),
    unanswered: () => appender.unanswered(),
    get id() {
      return id;
    },
    get end() {
      return segments.end().position;
    },
    get nextRecord() {
      return segments.end().nextRecord;
    },
    get start() {
      return segments.start();
    },
    finish: () => appender.finish(),
    read: (from, maxBytes) => segments.read(from, maxBytes),
    release: (position) => segments.release(position),
    keepAside: (records) => keepAside(files, folder, records),
    news: (position, signal) =>
      segments.end().position > position ? Promise.resolve() : news.wait(signal),
    async renewId() {
      id = await renewIdentity(files, folder);
      return id;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function assertOurs(claim: Claim | undefined): Promise<void> {
  if (claim && !(await claim.isOurs())) throw new Error('The folder is another process’s now');
}

async function keepAside(
  files: FileSystem,
  folder: string,
  records: readonly string[],
): Promise<void> {
  const handle = await files.open(join(folder, 'refused.jsonl'), ADD_DURABLY, 0o600);
  try {
    const { size } = await handle.stat();
    await writeAll(handle, Buffer.from(records.map((record) => `${record}\n`).join('')), size);
  } finally {
    await handle.close();
  }
  await syncFolder(files, folder);
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
