import type { Frame } from './frames.ts';

/**
 * Records on this machine's disk, in order of arrival: once `append` resolves, the request may be answered. A loader
 * stores them in the database and reports how far it got.
 */
export interface Journal extends AsyncDisposable {
  /** Resolves when the record, a line of text, is durable. Rejects with UNAVAILABLE if that took too long. */
  append(record: string): Promise<void>;
  /** Refuses further records; resolves when those waiting are durable or refused. */
  finish(): Promise<void>;
  /** Whether the last write succeeded; a failed one is retried automatically. */
  isStoring(): boolean;
  /** Position after the last durable frame. */
  readonly end: number;
  /** Position of the oldest frame still stored. */
  readonly start: number;
  /** The number of the next record, which is how many there have been. */
  readonly nextRecord: number;
  /** Records waiting for a write, and those in the current write. */
  unanswered(): { readonly waiting: number; readonly under_way: number };
  /** Frames from a position on, about `maxBytes` of them; null when there are none yet. */
  read(from: number, maxBytes: number): Promise<Batch | null>;
  /** Resolves when there is something after the position, or when the signal is aborted. */
  news(position: number, signal: AbortSignal): Promise<void>;
  /** Deletes segments entirely before the position, except for the latest: a failover may lose what was loaded last. */
  release(position: number): Promise<void>;
  /** Writes records that cannot be processed to `refused.jsonl`, for people to look at. */
  keepAside(records: readonly string[]): Promise<void>;
  /** See `identity.ts`. */
  readonly id: string;
  renewId(): Promise<string>;
}

export interface Batch {
  readonly frames: readonly Frame[];
  readonly end: number;
}
