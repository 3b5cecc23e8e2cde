export interface StoredFile {
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The port to files that outlive a process; `adapters/files.ts` implements it. Names are paths with `/`. */
export interface Files {
  /** Stores the whole of it under the name or, when the content fails, nothing; answers its bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): Promise<StoredFile | undefined>;
  /** Fine when it is not there. */
  delete(name: string): Promise<void>;
  /** Deletes what processes that were killed before this moment have left half-written on this machine. */
  deleteDrafts(before: Date): Promise<void>;
}
