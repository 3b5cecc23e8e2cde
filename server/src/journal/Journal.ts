import type { Frame } from './frames.ts';

/**
 * Facts on this machine's disk, in the order in which they came: whoever waits for `append` may tell the world. A loader
 * brings them to the database and says how far it came.
 */
export interface Journal extends AsyncDisposable {
  /** Resolves when the record, a line of text, is durable. Rejects with UNAVAILABLE when it could not be made so in time. */
  append(record: string): Promise<void>;
  /** Refuses further records; resolves when those that wait are durable or refused. */
  finish(): Promise<void>;
  /** Whether the last attempt to write came through; retried by itself until it does. */
  isStoring(): boolean;
  /** Position behind the last durable frame. */
  readonly end: number;
  /** Position of the oldest frame that is still here. */
  readonly start: number;
  /** The number of the next record: how many there were. */
  readonly nextRecord: number;
  /** Records that wait for a write, and those in the write under way. */
  unanswered(): { readonly waiting: number; readonly under_way: number };
  /** Frames from a position on, about `maxBytes` of them; null when there are none yet. */
  read(from: number, maxBytes: number): Promise<Batch | null>;
  /** Resolves when there is something behind the position, or when the signal is aborted. */
  news(position: number, signal: AbortSignal): Promise<void>;
  /** Deletes what the database has, but for the last of it: a failover may take that away again. */
  release(position: number): Promise<void>;
  /** Keeps records that nothing can be done with in `refused.jsonl`, for people. */
  keepAside(records: readonly string[]): Promise<void>;
  /** See `identity.ts`. */
  readonly id: string;
  renewId(): Promise<string>;
}

export interface Batch {
  readonly frames: readonly Frame[];
  readonly end: number;
}
